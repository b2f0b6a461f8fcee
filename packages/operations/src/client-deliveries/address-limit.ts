import { one, type Sql } from '@mediajobs/db'
import { type RateWindow, retryAfterMs } from '@mediajobs/domain'
import {
  type RateCheckRow,
  rateCheck,
  rateCheckColumns,
  windowStates,
} from '../credentials/admission/rate-windows.ts'
import { networkOf } from '../credentials/network-of.ts'
import { tooMany } from '../errors.ts'

// A person who looks at a delivery makes a few calls. To guess a token takes millions.
const PER_ADDRESS: readonly RateWindow[] = [{ limit: 60, spanMs: 60_000 }]

const COUNT = `
  with credential as (select $1::text as subject), ${rateCheck(PER_ADDRESS)}
  select ${rateCheckColumns(PER_ADDRESS)} from log`

/**
 * Counts a call by delivery token, whether or not the token exists.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `too_many` when the address has called too often.
 */
export async function admitClient(sql: Sql, address: string): Promise<void> {
  const row = one(
    await sql.query<RateCheckRow>(COUNT, [`delivery:address:${networkOf(address)}`]),
    'the count of a call by token',
  )
  if (row.allowed) return
  const waitMs = retryAfterMs(windowStates(PER_ADDRESS, row))
  throw tooMany(
    'rate_limited',
    'Too many calls from this address: wait for as long as Retry-After says.',
    Math.max(1, Math.ceil(waitMs / 1_000)),
  )
}
