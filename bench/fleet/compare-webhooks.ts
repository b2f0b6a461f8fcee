import type { Arrival } from './arrivals.ts'
import { type Books, keyOf, promisedOf } from './books.ts'
import type { Span } from './failures.ts'
import type { Subscription } from './population.ts'

/** What the comparison of the promised events with the requests at the receivers has found. */
export interface WebhookFindings {
  /** Webhooks that the accepted changes promise. */
  promised: number
  /** Of these, the ones that never came. */
  lost: number
  /** Webhooks that no accepted change explains. */
  unfounded: number
  /** Webhooks that came again after a response that accepted them. */
  repeated: number
  /** Of these, the ones that no failure of a dispatcher or the database explains. */
  unexplained: number
  wrongSignatures: number
}

// From the arrival of a webhook to the record of its outcome, which a stopped database delays.
const IN_FLIGHT_MS = 5_000
const DISTURBING = /dispatcher|PostgreSQL/

export function compareWebhooks(
  books: Books,
  arrivals: readonly Arrival[],
  subscriptions: readonly Subscription[],
  spans: readonly Pick<Span, 'name' | 'fromMs' | 'toMs'>[],
  unsure: ReadonlySet<string>,
): WebhookFindings {
  const arrivedIds = idsOf(arrivals.filter(({ projectId }) => !unsure.has(projectId)))
  return {
    ...compareEvents(books, arrivedIds, subscriptions, unsure),
    ...repeats(arrivals, spans),
    wrongSignatures: arrivals.filter(({ isSigned }) => !isSigned).length,
  }
}

/** The ids of the webhooks that arrived, by subscription and event. A response other than 2xx is no arrival. */
function idsOf(arrivals: readonly Arrival[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>()
  for (const arrival of arrivals) {
    if (arrival.status < 200 || arrival.status > 299) continue
    const key = `${arrival.subscription} ${keyOf(arrival)}`
    const of = ids.get(key) ?? new Set()
    ids.set(key, of.add(arrival.id))
  }
  return ids
}

function compareEvents(
  books: Books,
  arrivedIds: Map<string, Set<string>>,
  subscriptions: readonly Subscription[],
  unsure: ReadonlySet<string>,
): { promised: number; lost: number; unfounded: number } {
  const ofOrganization = Map.groupBy(subscriptions, ({ organizationId }) => organizationId)
  let [promised, lost, unfounded] = [0, 0, 0]
  for (const [key, times] of books.promised) {
    const { projectId, event } = promisedOf(key)
    if (unsure.has(projectId)) continue
    const organizationId = books.projects.get(projectId)?.organizationId ?? ''
    for (const { number, events } of ofOrganization.get(organizationId) ?? []) {
      if (!events.includes(event)) continue
      const arrived = arrivedIds.get(`${number} ${key}`)?.size ?? 0
      arrivedIds.delete(`${number} ${key}`)
      promised += times
      lost += Math.max(0, times - arrived)
      unfounded += Math.max(0, arrived - times)
    }
  }
  for (const ids of arrivedIds.values()) unfounded += ids.size
  return { promised, lost, unfounded }
}

/** A webhook may come again when its dispatcher was lost before it had recorded the response. */
function repeats(
  arrivals: readonly Arrival[],
  spans: readonly Pick<Span, 'name' | 'fromMs' | 'toMs'>[],
) {
  const acceptedMs = new Map<string, number>()
  let [repeated, unexplained] = [0, 0]
  const disturbing = spans.filter(({ name }) => DISTURBING.test(name))
  for (const { id, atMs, status } of arrivals) {
    const firstMs = acceptedMs.get(id)
    if (firstMs === undefined) {
      if (status >= 200 && status < 300) acceptedMs.set(id, atMs)
      continue
    }
    repeated += 1
    const isExplained = disturbing.some(
      ({ fromMs, toMs }) => firstMs > fromMs - IN_FLIGHT_MS && firstMs < toMs,
    )
    if (!isExplained) unexplained += 1
  }
  return { repeated, unexplained }
}
