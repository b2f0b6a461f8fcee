import { createHash } from 'node:crypto'
import type { Sql } from '@mediajobs/db'
import { type RateWindow, retryAfterMs } from '@mediajobs/domain'
import { tooMany } from '../errors.ts'
import { networkOf } from './network-of.ts'
import { type JudgedRow, judge, judgedColumns, windowStates } from './rate-windows.ts'

/** Where a password is tried, and for whose account. */
export interface SignInPlace {
  email: string
  /** The caller's IP address. */
  address: string
}

/** A password that is being tried. It counts as wrong until it is forgiven. */
export interface SignInAttempt {
  /** To be called when the password was right: this account begins anew, this attempt is no failure. */
  forgive(): Promise<void>
}

const QUARTER_HOUR_MS = 900_000
// One account is guessed by many, one address is shared by an office.
const PER_ACCOUNT: RateWindow[] = [{ limit: 10, spanMs: QUARTER_HOUR_MS }]
const PER_ADDRESS: RateWindow[] = [{ limit: 30, spanMs: QUARTER_HOUR_MS }]

interface AttemptRow extends JudgedRow {
  judged_at: number
}

/**
 * Counts a password before it is tried: with a count afterwards, any number tried at once would
 * pass. Whether the account exists makes no difference.
 *
 * @throws {OperationError} `too_many` when the account or the address has failed too often.
 */
export async function beginSignIn(
  sql: Sql,
  { email, address }: SignInPlace,
): Promise<SignInAttempt> {
  const account = `sign-in:account:${sha256(email.toLowerCase())}`
  const place = `sign-in:address:${networkOf(address)}`
  const atAccount = await count(sql, account, PER_ACCOUNT)
  const atPlace = await count(sql, place, PER_ADDRESS).catch(async (error) => {
    await takeBack(sql, account, atAccount)
    throw error
  })
  return {
    async forgive() {
      await sql.query('delete from rate_windows where subject = $1', [account])
      // Not all of the address: whoever has one account could go on guessing others for ever.
      await takeBack(sql, place, atPlace)
    },
  }
}

/** Counts a call and answers its instant in microseconds. */
async function count(sql: Sql, subject: string, windows: readonly RateWindow[]): Promise<number> {
  const [row] = await sql.query<AttemptRow & { [column: string]: unknown }>(
    `with credential as (select $1::text as subject), ${judge(windows)}
    select log.judged_at, ${judgedColumns(windows)} from log`,
    [subject],
  )
  if (!row) throw new Error('the count of a sign-in answered no row')
  if (row.allowed) return row.judged_at
  const waitMs = retryAfterMs(windowStates(windows, row))
  throw tooMany(
    'sign_in_slowed',
    'Too many wrong passwords: wait for as long as Retry-After says.',
    Math.max(1, Math.ceil(waitMs / 1_000)),
  )
}

// Of two calls at the same microsecond one is taken back.
async function takeBack(sql: Sql, subject: string, at: number): Promise<void> {
  await sql.query(
    `update rate_windows
    set hits = hits[:array_position(hits, $2::bigint) - 1]
      || hits[array_position(hits, $2::bigint) + 1:]
    where subject = $1 and $2::bigint = any (hits)`,
    [subject, at],
  )
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
