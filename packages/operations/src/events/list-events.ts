import type { Sql, SqlValue } from '@mediajobs/db'
import { type EventName, TEST_EVENT } from '@mediajobs/domain'
import { inTimeRange, type TimeRange } from '../id-time.ts'
import { bytesInTurn } from '../page-bytes.ts'
import { type Page, type PageRequest, pageOfLarge, positionOf } from '../paging.ts'
import {
  EVENT_COLUMNS,
  type EventRow,
  LISTED_EVENT_COLUMNS,
  type LoggedEvent,
  toLoggedEvent,
} from './event.ts'

const WHOLE = `select ${EVENT_COLUMNS} from events where organization_id = $1 and id = any ($2)`
const BYTES = bytesInTurn('data', 'from events where organization_id = $1 and id', '$2::uuid[]')

export interface EventFilters extends TimeRange {
  /** Any of these. */
  event?: readonly EventName[]
}

/**
 * The event log of the organization, newest first, in the order of the ids. Every page costs the same
 * with every filter: a time is a range of ids, and each name has its own part of an index.
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
  const select = `select ${LISTED_EVENT_COLUMNS} from events where ${conditions.join(' and ')}`

  const pages = names.map((name) => `${select} and name = ${placeholder(name)} ${newest}`)
  const text =
    pages.length > 0
      ? `select * from ((${pages.join(') union all (')})) as pages ${newest}`
      : `${select} and name <> '${TEST_EVENT}' ${newest}`
  const rows =
    pages.length <= 1
      ? await sql.query<EventRow>(text, values)
      : await sql.queryOnce<EventRow>(text, values)
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
