import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** One request at a receiver. */
export interface Arrival {
  /** The number of the subscription. */
  subscription: number
  /** The id of the webhook: the same at each attempt. */
  id: string
  event: string
  projectId: string
  /** The new status of a move, or the role of an assignment. */
  detail: string
  /** The time of the change, in Unix milliseconds. */
  happenedMs: number
  /** The time of the request, in Unix milliseconds. */
  atMs: number
  /** The response; 0 when there was none. */
  status: number
  isSigned: boolean
}

/** The requests at the receivers, in their order. */
export async function readArrivals(file: string): Promise<Arrival[]> {
  const arrivals: Arrival[] = []
  for await (const line of createInterface({ input: createReadStream(file) })) {
    arrivals.push(JSON.parse(line))
  }
  return arrivals
}
