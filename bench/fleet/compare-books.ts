import type { Arrival } from './arrivals.ts'
import type { Books } from './books.ts'
import { compareWebhooks, type WebhookFindings } from './compare-webhooks.ts'
import type { Database } from './database.ts'
import type { Span } from './failures.ts'
import type { Subscription } from './population.ts'

/** What the comparison of the books with the receivers and the service has found. */
export interface Findings extends WebhookFindings {
  /** Projects of the books that are not there, or have another status. */
  statesOff: number
  /** Projects that are there, but not in the books. */
  projectsTooMany: number
  /** Organizations whose counts by status differ from a recount. */
  countsOff: number
  /** Projects of which a change stayed without an answer. They are left out above. */
  unsure: number
}

export async function compareBooks(
  books: Books,
  arrivals: readonly Arrival[],
  subscriptions: readonly Subscription[],
  spans: readonly Span[],
  database: Database,
  bookedBefore: number,
): Promise<Findings> {
  const unsure = new Set([...books.projects].flatMap(([id, each]) => (each.isUnsure ? [id] : [])))
  return {
    ...compareWebhooks(books, arrivals, subscriptions, spans, unsure),
    ...(await compareStates(books, database, bookedBefore)),
    unsure: unsure.size,
  }
}

// The organizations of which the sum of a counter is another one than a recount, or is missing.
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
  select count(distinct organization_id)::int as count from (
    (table counted except table recounted) union all (table recounted except table counted)
  ) as off`

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
