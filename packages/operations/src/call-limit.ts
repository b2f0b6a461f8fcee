import { one, type Sql } from '@mediajobs/db'
import { type RateWindow, retryAfterMs } from '@mediajobs/domain'
import {
  type RateCheckRow,
  rateCheck,
  rateCheckColumns,
  windowStates,
} from './credentials/admission/rate-windows.ts'
import { tooMany } from './errors.ts'

/** Counts a call of `subject`. @throws {OperationError} `too_many` when it has called too often. */
export type CallLimit = (sql: Sql, subject: string) => Promise<void>

/**
 * A limit of calls that have no credential with windows of its own. All processes count together.
 *
 * @param message what a refused caller reads
 */
export function callLimit(windows: readonly RateWindow[], message: string): CallLimit {
  const statement = `
  with credential as (select $1::text as subject), ${rateCheck(windows)}
  select ${rateCheckColumns(windows)} from log`
  return async (sql, subject) => {
    const row = one(await sql.query<RateCheckRow>(statement, [subject]), 'the count of a call')
    if (row.allowed) return
    const waitMs = retryAfterMs(windowStates(windows, row))
    throw tooMany('rate_limited', message, Math.max(1, Math.ceil(waitMs / 1_000)))
  }
}
