import type { Sql, SqlValue } from '@mediajobs/db'
import { EVENT_PROJECT } from '@mediajobs/db/schema'
import { type EventName, TEST_EVENT } from '@mediajobs/domain'
import { bytesInTurn, withheldIfLarge } from './json-bytes.ts'
import { notFound } from './shared/errors.ts'
import { instantOfId, inTimeRange, type TimeRange } from './shared/id-time.ts'
import { type Page, type PageRequest, pageOfLarge, positionOf } from './shared/paging.ts'

/** An event in the log, with or without subscriptions. */
export interface LoggedEvent {
  id: string
  organizationId: string
  event: EventName
  /** As sent in webhooks. */
  data: unknown
  /** The time in the id, by which lists are sorted and filtered. */
  createdAt: string
}

/** A row of {@link EVENT_COLUMNS}. */
type EventRow = Omit<LoggedEvent, 'createdAt'>

const SMALL_COLUMNS = `id, organization_id as "organizationId", name as event`
const EVENT_COLUMNS = `${SMALL_COLUMNS}, data`
const LISTED_EVENT_COLUMNS = `${SMALL_COLUMNS}, ${withheldIfLarge('data')} as data`

// The column `created_at` is the start of the transaction, so it isn't monotonic.
function toLoggedEvent(row: EventRow): LoggedEvent {
  return { ...row, createdAt: instantOfId(row.id) }
}

const GET = `
  select ${EVENT_COLUMNS} from events
  where organization_id = $1 and id = $2 and name <> '${TEST_EVENT}'`

/** @throws {OperationError} `not_found`, also for an event beyond the log's retention. */
export async function getEvent(sql: Sql, orgId: string, id: string): Promise<LoggedEvent> {
  const [row] = await sql.query<EventRow>(GET, [orgId, id])
  if (!row) throw notFound()
  return toLoggedEvent(row)
}

const WHOLE = `select ${EVENT_COLUMNS} from events where organization_id = $1 and id = any ($2)`
const BYTES = bytesInTurn('data', 'from events where organization_id = $1 and id', '$2::uuid[]')

export interface EventFilters extends TimeRange {
  /** Any of these. */
  event?: readonly EventName[]
  /** Events of the project or its invoices. */
  projectId?: string
}

// The limit is never reached: it makes the planner walk the project's index. Without one, the planner may read all
// projects' events with these names; with a literal, it may sort all of the project's events.
const WALKED = `order by id desc limit (select ${Number.MAX_SAFE_INTEGER})`

/**
 * The organization's event log, newest first, by id. Pages cost the same with any filter: a time is a range of ids, and
 * names and projects are indexed. Only the names within a project are compared row by row.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listEvents(
  sql: Sql,
  orgId: string,
  { limit, cursor, ...filters }: EventFilters & PageRequest,
): Promise<Page<LoggedEvent>> {
  const names = [...new Set(filters.event)]
  const list = { list: 'events', ...filters, event: names.toSorted() }
  const after = positionOf(cursor, list)

  const values: SqlValue[] = [orgId]
  const placeholder = (value: SqlValue) => `$${values.push(value)}`
  const conditions = ['organization_id = $1', ...inTimeRange(filters, placeholder)]
  if (after) conditions.push(`id < ${placeholder(after.id)}`)
  const newest = `order by id desc limit ${placeholder(limit + 1)}`
  const walk = (more: string) =>
    `select ${LISTED_EVENT_COLUMNS} from events where ${[...conditions, more].join(' and ')} ${newest}`

  let text = walk(`name <> '${TEST_EVENT}'`)
  if (filters.projectId !== undefined) {
    const ofProject = [...conditions, `${EVENT_PROJECT} = ${placeholder(filters.projectId)}`]
    const isNamed = names.length > 0 ? `name = any (${placeholder(names)})` : 'true'
    text = `
      select ${LISTED_EVENT_COLUMNS} from (
        select * from events where ${ofProject.join(' and ')} ${WALKED}
      ) as of_project
      where ${isNamed} ${newest}`
  } else if (names.length > 0) {
    const pages = names.map((name) => walk(`name = ${placeholder(name)}`))
    text = `select * from ((${pages.join(') union all (')})) as pages ${newest}`
  }
  const varies = filters.projectId === undefined && names.length > 1
  const rows = varies
    ? await sql.queryOnce<EventRow>(text, values)
    : await sql.query<EventRow>(text, values)
  const events = rows.map(toLoggedEvent)
  const position = (last: LoggedEvent) => ({ value: last.createdAt, id: last.id })
  return pageOfLarge(events, limit, list, position, ['data'], {
    field: 'data',
    key: 'id',
    measure: (ids) => sql.queryOnce(BYTES, [orgId, ids]),
    async read(ids) {
      const whole = await sql.queryOnce<EventRow>(WHOLE, [orgId, ids])
      return whole.map(toLoggedEvent)
    },
  })
}
