import type { Sql } from '@mediajobs/db'
import { TEST_EVENT } from '@mediajobs/domain'
import { notFound } from '../shared/errors.ts'
import { EVENT_COLUMNS, type EventRow, type LoggedEvent, toLoggedEvent } from './event.ts'

const GET = `
  select ${EVENT_COLUMNS} from events
  where organization_id = $1 and id = $2 and name <> '${TEST_EVENT}'`

/** @throws {OperationError} `not_found`, also for an event that the log does not keep any more. */
export async function getEvent(sql: Sql, orgId: string, id: string): Promise<LoggedEvent> {
  const [row] = await sql.query<EventRow>(GET, [orgId, id])
  if (!row) throw notFound()
  return toLoggedEvent(row)
}
