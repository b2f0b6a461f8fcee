import { newId, one, type Sql } from '@mediajobs/db'
import { passwordResetRequests } from '@mediajobs/db/schema'
import {
  MAX_RESETS_OF_ADDRESS,
  MAX_RESETS_OF_NETWORK,
  type RateWindow,
  RESET_SPAN_MS,
  retryAfterMs,
} from '@mediajobs/domain'
import {
  type RateCheckRow,
  rateCheck,
  rateCheckColumns,
  windowStates,
} from '../credentials/admission/rate-windows.ts'
import { networkOf } from '../credentials/network-of.ts'
import { hashedEmail } from '../credentials/sign-in-slowing.ts'
import { tooMany } from '../errors.ts'

/**
 * Requests a mail with a link that resets the password of `email`. Nothing is looked up here: a dispatcher does
 * it later. So a known and an unknown address take the same time and get the same response.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `too_many` (`rate_limited`) for the network, or for the address, known or not.
 */
export async function requestPasswordReset(
  sql: Sql,
  email: string,
  address: string,
): Promise<void> {
  // The caller's own network first: a caller who is refused does not fill the count of the address.
  await count(sql, `password-reset:network:${networkOf(address)}`, MAX_RESETS_OF_NETWORK)
  await count(sql, `password-reset:account:${hashedEmail(email)}`, MAX_RESETS_OF_ADDRESS)
  await sql.orm.insert(passwordResetRequests).values({ id: newId(), email })
}

async function count(sql: Sql, subject: string, limit: number): Promise<void> {
  const windows: readonly RateWindow[] = [{ limit, spanMs: RESET_SPAN_MS }]
  const row = one(
    await sql.query<RateCheckRow>(
      `with credential as (select $1::text as subject), ${rateCheck(windows)}
      select ${rateCheckColumns(windows)} from log`,
      [subject],
    ),
    'the count of a password reset',
  )
  if (row.allowed) return
  const waitMs = retryAfterMs(windowStates(windows, row))
  throw tooMany(
    'rate_limited',
    'Too many password resets were requested: wait for as long as Retry-After says.',
    Math.max(1, Math.ceil(waitMs / 1_000)),
  )
}
