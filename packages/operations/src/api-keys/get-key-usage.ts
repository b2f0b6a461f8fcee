import type { Sql } from '@mediajobs/db'
import { KEY_USAGE_DAYS, type RateWindow, type WindowState } from '@mediajobs/domain'
import { readWindows } from '../credentials/rate-windows.ts'
import { notFound } from '../shared/errors.ts'

/** The use of a key. */
export interface ApiKeyUsage {
  /** The state of its rate limits now, in the order of `windows`. A refused call is not counted. */
  windows: WindowState[]
  /** The days (UTC) on which calls came, newest first. */
  days: DayOfCalls[]
}

/** The calls of one day. */
interface DayOfCalls {
  /** YYYY-MM-DD */
  day: string
  calls: number
  /** The calls by the status of their responses, lowest first. */
  statuses: { status: number; calls: number }[]
}

interface Row {
  day: string | null
  status: number
  calls: number
}

// A key without calls has one row, without a day.
const CALLS = `
  select to_char(c.day, 'YYYY-MM-DD') as day, c.status, c.calls
  from api_keys as k
  left join api_key_calls as c
    on c.organization_id = k.organization_id and c.api_key_id = k.id
      and c.day > (now() at time zone 'UTC')::date - ${KEY_USAGE_DAYS}
  where k.organization_id = $1 and k.id = $2
  order by c.day desc, c.status`

/**
 * The windows of a key now, and its calls of the last days. The calls come up to half a minute late: each
 * api process writes them in batches. docs/contract.md#c14-key-usage
 *
 * @throws {OperationError} `not_found`.
 */
export async function getKeyUsage(
  sql: Sql,
  orgId: string,
  id: string,
  windows: readonly RateWindow[],
): Promise<ApiKeyUsage> {
  const rows = await sql.query<Row>(CALLS, [orgId, id])
  if (rows.length === 0) throw notFound()
  return { windows: await readWindows(sql, `key:${id}`, windows), days: daysOf(rows) }
}

function daysOf(rows: readonly Row[]): DayOfCalls[] {
  const days = new Map<string, DayOfCalls>()
  for (const { day, status, calls } of rows) {
    if (day === null) continue
    const known = days.get(day) ?? { day, calls: 0, statuses: [] }
    known.calls += calls
    known.statuses.push({ status, calls })
    days.set(day, known)
  }
  return [...days.values()]
}
