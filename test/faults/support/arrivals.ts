import { setTimeout as pause } from 'node:timers/promises'
import type { Fixture } from '@mediajobs/dispatcher/testing'
import { type Receiver, startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import type { Test } from 'tap'

/** A tenant with a quick endpoint, which measures how long its events take to arrive. */
export interface WatchfulTenant {
  readonly organizationId: string
  readonly receiver: Receiver
  /** Publishes one event after the other; returns the milliseconds from each commit to the arrival. */
  measure(count: number, everyMs: number): Promise<number[]>
}

const ARRIVAL_LIMIT_MS = 20_000

export async function subscribeWatchfully(t: Test, fixture: Fixture): Promise<WatchfulTenant> {
  const respond = status(200)
  const arrivedAtMs: number[] = []
  const receiver = await startReceiver({
    fallback(response, socket) {
      arrivedAtMs.push(performance.now())
      respond(response, socket)
    },
  })
  t.teardown(() => receiver.close())
  const { organizationId } = await fixture.subscribe(receiver.url)
  return {
    organizationId,
    receiver,
    async measure(count, everyMs) {
      const latenciesMs: number[] = []
      for (let n = 0; n < count; n += 1) {
        const next = receiver.requests.length
        await fixture.publish(organizationId)
        const committedAtMs = performance.now()
        await receiver.waitFor(next + 1, { timeoutMs: ARRIVAL_LIMIT_MS })
        latenciesMs.push((arrivedAtMs[next] ?? Number.NaN) - committedAtMs)
        await pause(everyMs)
      }
      return latenciesMs
    },
  }
}

/** @param share 0.5 for the median, 0.99 for the 99th percentile */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
