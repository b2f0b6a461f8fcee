import { quantile } from '../support/statistics.ts'
import type { Arrival } from './arrivals.ts'
import type { Span } from './failures.ts'
import type { Subscription } from './population.ts'
import { QUIET } from './seen.ts'

interface WebhookTimes {
  count: number
  p50Ms: number
  p99Ms: number
}

/** The time from a change to the first request at a receiver that responds at once, by failure. */
export function webhookTimes(
  arrivals: readonly Arrival[],
  subscriptions: readonly Subscription[],
  spans: readonly Span[],
): Record<string, WebhookTimes> {
  const prompt = new Set(
    subscriptions.flatMap(({ number, behaviour }) => (behaviour === 'prompt' ? [number] : [])),
  )
  const seenIds = new Set<string>()
  const times = new Map<string, number[]>()
  for (const { id, subscription, atMs, happenedMs } of arrivals) {
    if (!prompt.has(subscription) || seenIds.has(id)) continue
    seenIds.add(id)
    const during = spans.find(({ fromMs, toMs }) => happenedMs >= fromMs && happenedMs < toMs)
    const phase = during?.name ?? QUIET
    const ofPhase = times.get(phase) ?? []
    ofPhase.push(atMs - happenedMs)
    times.set(phase, ofPhase)
  }
  return Object.fromEntries(
    [...times].map(([phase, ms]) => {
      ms.sort((a, b) => a - b)
      const figures = { count: ms.length, p50Ms: quantile(ms, 0.5), p99Ms: quantile(ms, 0.99) }
      return [phase, figures]
    }),
  )
}
