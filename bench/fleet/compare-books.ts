import type { Arrival } from './arrivals.ts'
import { type Books, keyOf, promisedOf } from './books.ts'
import type { Database } from './database.ts'
import type { Span } from './failures.ts'
import type { Subscription } from './population.ts'

/** What the comparison of the books with the receivers and the service has found. */
export interface Findings {
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
  /** Projects of the books that are not there, or have another status. */
  statesOff: number
  /** Projects that are there, but not in the books. */
  projectsTooMany: number
  /** Organizations whose counts by status differ from a recount. */
  countsOff: number
  /** Projects of which a change stayed without an answer. They are left out above. */
  unsure: number
}

// From the arrival of a webhook to the record of its outcome, which a stopped database delays.
const IN_FLIGHT_MS = 5_000
const DISTURBING = /dispatcher|PostgreSQL/

export async function compareBooks(
  books: Books,
  arrivals: readonly Arrival[],
  subscriptions: readonly Subscription[],
  spans: readonly Span[],
  database: Database,
  bookedBefore: number,
): Promise<Findings> {
  const unsure = new Set([...books.projects].flatMap(([id, each]) => (each.isUnsure ? [id] : [])))
  const arrivedIds = idsOf(arrivals.filter(({ projectId }) => !unsure.has(projectId)))
  const events = compareEvents(books, arrivedIds, subscriptions, unsure)
  return {
    ...events,
    ...repeats(arrivals, spans),
    wrongSignatures: arrivals.filter(({ isSigned }) => !isSigned).length,
    ...(await compareStates(books, database, bookedBefore)),
    unsure: unsure.size,
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
function repeats(arrivals: readonly Arrival[], spans: readonly Span[]) {
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

// The sum of the absolute differences between the counters of an organization and a recount.
const COUNTS_OFF = `
  with counted as (
    select organization_id, sum(pending) as pending, sum(booked) as booked, sum(shooting) as shooting,
      sum(uploaded) as uploaded, sum(editing) as editing, sum(in_review) as in_review,
      sum(delivered) as delivered, sum(in_revision) as in_revision, sum(cancelled) as cancelled
    from project_status_counts group by organization_id
  ), recounted as (
    select organization_id,
      count(*) filter (where status = 'PENDING') as pending,
      count(*) filter (where status = 'BOOKED') as booked,
      count(*) filter (where status = 'SHOOTING') as shooting,
      count(*) filter (where status = 'UPLOADED') as uploaded,
      count(*) filter (where status = 'EDITING') as editing,
      count(*) filter (where status = 'IN_REVIEW') as in_review,
      count(*) filter (where status = 'DELIVERED') as delivered,
      count(*) filter (where status = 'IN_REVISION') as in_revision,
      count(*) filter (where status = 'CANCELLED') as cancelled
    from projects group by organization_id
  )
  select count(*)::int as count from (table counted except table recounted) as off`

async function compareStates({ projects }: Books, database: Database, bookedBefore: number) {
  const rows = await database.use((client) =>
    client.query<{ id: string; status: string }>('select id, status from projects'),
  )
  const statuses = new Map(rows.rows.map(({ id, status }) => [id, status]))
  const { count: countsOff } = await database.row<{ count: number }>(COUNTS_OFF)
  const known = [...projects]
  return {
    statesOff: known.filter(([id, { status, isUnsure }]) =>
      isUnsure ? !statuses.has(id) : statuses.get(id) !== status,
    ).length,
    projectsTooMany: statuses.size - bookedBefore - known.length,
    countsOff,
  }
}
