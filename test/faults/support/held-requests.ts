import type { ServerResponse } from 'node:http'
import { type Responder, status } from '@mediajobs/testing/dispatcher/responders'

/** Requests that a receiver has got and does not answer until it is told to. */
export interface HeldRequests {
  /** For the receiver. */
  readonly hold: Responder
  /** How many wait for their answer. */
  readonly count: number
  /** Answers 200 to the oldest of them, `count` at the most; their `x-webhook-id`s. */
  answer(count: number): string[]
  /** Thinks no more of them: their sender has gone. */
  forget(): void
}

export function holdRequests(): HeldRequests {
  const held: ServerResponse[] = []
  return {
    hold: (response) => void held.push(response),
    get count() {
      return held.length
    },
    answer(count) {
      return held.splice(0, count).map((response) => {
        status(200)(response, response.req.socket)
        return String(response.req.headers['x-webhook-id'])
      })
    },
    forget: () => void held.splice(0),
  }
}
