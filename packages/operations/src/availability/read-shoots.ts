import type { Sql } from '@mediajobs/db'
import {
  DEFAULT_SHOOT_MINUTES,
  MAX_AVAILABILITY_SHOOTS,
  MAX_DURATION_MINUTES,
} from '@mediajobs/domain'
import { invalid } from '../shared/errors.ts'
import type { Span } from './span.ts'

interface Row {
  technicianId: string
  startMs: number
  minutes: number
}

const MINUTE_MS = 60_000

// A shoot that began before the span may reach into it, so this begins earlier by the longest duration. There is
// one condition for all technicians: with a part for each of them, PostgreSQL might read all shoots of the
// organization in the span for each technician.
const SHOOTS = `
  select technician_id as "technicianId",
    extract(epoch from scheduled_time)::float8 * 1000 as "startMs",
    coalesce(estimated_duration, ${DEFAULT_SHOOT_MINUTES}) as minutes
  from projects
  where organization_id = $1 and technician_id = any ($2::uuid[]) and status <> 'CANCELLED'
    and scheduled_time > $3::timestamptz - interval '${MAX_DURATION_MINUTES} minutes'
    and scheduled_time < $4
  limit ${MAX_AVAILABILITY_SHOOTS + 1}`

/**
 * The shoots of each technician that may lie in `span`, without cancelled projects.
 *
 * @throws {OperationError} `invalid` when there are too many.
 */
export async function readShoots(
  sql: Sql,
  orgId: string,
  technicianIds: readonly string[],
  { from, to }: Span,
): Promise<Map<string, Span[]>> {
  const ends = [from, to].map((ms) => new Date(ms).toISOString())
  const rows = await sql.query<Row>(SHOOTS, [orgId, technicianIds, ...ends])
  if (rows.length > MAX_AVAILABILITY_SHOOTS) {
    throw invalid(
      'to',
      'too_large',
      `must be closer to from, or technicianId name fewer people: they have more than ${MAX_AVAILABILITY_SHOOTS} shoots in this time`,
    )
  }
  const shootsOf = new Map<string, Span[]>(technicianIds.map((id) => [id, []]))
  for (const { technicianId, startMs, minutes } of rows) {
    shootsOf.get(technicianId)?.push({ from: startMs, to: startMs + minutes * MINUTE_MS })
  }
  return shootsOf
}
