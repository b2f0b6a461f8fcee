import type { Sql, SqlValue } from '@mediajobs/db'
import { EVENT_PROJECT } from '@mediajobs/db/schema'
import { type EventName, TEST_EVENT } from '@mediajobs/domain'
import { bytesInTurn } from '../page-bytes.ts'
import { inTimeRange, type TimeRange } from '../shared/id-time.ts'
import { type Page, type PageRequest, pageOfLarge, positionOf } from '../shared/paging.ts'
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
  /** Of this project, or of an invoice of it. */
  projectId?: string
}

// The limit is never reached. It makes the planner walk the index of the project. Without a limit, the planner may
// read the events with these names of all projects. With a number in place of the select, it may sort all events
// of the project.
const WALKED = `order by id desc limit (select ${Number.MAX_SAFE_INTEGER})`

/**
 * The event log of the organization, newest first, in the order of the ids. Every page costs the same
 * with every filter: a time is a range of ids, and each name and each project has its own part of an index.
 * Only the names of one project are compared row by row.
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
