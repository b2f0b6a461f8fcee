import { createHash } from 'node:crypto'
import { one, type Sql } from '@mediajobs/db'
import {
  FAILED_SIGN_IN_SPAN_MS,
  MAX_FAILED_SIGN_INS,
  MAX_FAILED_SIGN_INS_OF_ADDRESS,
  MAX_FAILED_SIGN_INS_OF_NETWORK,
  MAX_SIGN_INS,
  MAX_SIGN_INS_OF_NETWORK,
  type RateWindow,
  retryAfterMs,
  SIGN_IN_SPAN_MS,
} from '@mediajobs/domain'
import { type OperationError, tooMany } from '../shared/errors.ts'
import { networkOf } from './network-of.ts'
import { type RateCheckRow, rateCheck, rateCheckColumns, windowStates } from './rate-windows.ts'

/** An attempt to sign in, before it is counted. */
export interface SignInPlace {
  email: string
  /** The caller's IP address. */
  address: string
  /** Whether an account of the email signed in from this network recently, or the caller has a proof. */
  isKnown: boolean
  /** The account of the session, if there is one. Its attempts from all networks count together. */
  accountId?: string
}

/** An attempt that was counted. It counts as failed until {@link SignInAttempt.succeed}. */
export interface SignInAttempt {
  /** True when only accounts that signed in from this network recently may be tried. */
  readonly onlyKnown: boolean
  /** Call it when the password was right: this attempt is no failure then. Earlier ones stay counted. */
  succeed(): Promise<void>
}

interface Counter {
  subject: string
  window: RateWindow
  /** Whether an attempt with the right password is removed from it. */
  countsFailures: boolean
}

interface Counted {
  counter: Counter
  /** The time of the attempt in microseconds; `null` when the window is full. */
  at: number | null
  refusal: OperationError
}

interface AttemptRow extends RateCheckRow {
  counted_at: number
}

const failures = (limit: number): RateWindow => ({ limit, spanMs: FAILED_SIGN_IN_SPAN_MS })
const all = (limit: number): RateWindow => ({ limit, spanMs: SIGN_IN_SPAN_MS })

/**
 * Counts an attempt before its password is checked: with a count after the check, any number of parallel
 * attempts would pass. An unknown email is counted in the same way. A refused attempt is not counted.
 *
 * The narrow counters stop one caller. Other callers can fill the wide counters, so a full one stops only
 * callers from a network that no account of the email knows. docs/contract.md#c2-session-slowed
 *
 * @throws {OperationError} `too_many` (`sign_in_slowed`).
 */
export async function beginSignIn(sql: Sql, place: SignInPlace): Promise<SignInAttempt> {
  const { narrow, wide } = countersOf(place)
  const counted: Counted[] = []
  let onlyKnown = false
  // One after the other, the caller's own first: a caller who is refused never adds to the shared counters.
  for (const counter of [...narrow, ...wide]) {
    const result = await count(sql, counter)
    if (result.at !== null) {
      counted.push(result)
    } else if (place.isKnown && wide.includes(counter)) {
      onlyKnown = true
    } else {
      await removeCounts(sql, counted)
      throw result.refusal
    }
  }
  const failureCounts = counted.filter(({ counter }) => counter.countsFailures)
  return { onlyKnown, succeed: () => removeCounts(sql, failureCounts) }
}

/** Deletes all counts of an email: its next sign-in is counted as the first, from any network. */
export async function forgetSignIns(sql: Sql, email: string): Promise<void> {
  await sql.query('delete from rate_windows where starts_with(subject, $1)', [subjectOf(email)])
}

function countersOf({ email, address, accountId }: SignInPlace) {
  const network = networkOf(address)
  const ofNetwork = `sign-in:network:${network}`
  const ofAddress = subjectOf(email)
  const ofBoth = `${ofAddress}:${accountId === undefined ? network : `account:${accountId}`}`
  const narrow: Counter[] = [
    { subject: `${ofNetwork}:all`, window: all(MAX_SIGN_INS_OF_NETWORK), countsFailures: false },
    { subject: `${ofBoth}:all`, window: all(MAX_SIGN_INS), countsFailures: false },
    { subject: ofBoth, window: failures(MAX_FAILED_SIGN_INS), countsFailures: true },
  ]
  const wide: Counter[] = [
    { subject: ofNetwork, window: failures(MAX_FAILED_SIGN_INS_OF_NETWORK), countsFailures: true },
    { subject: ofAddress, window: failures(MAX_FAILED_SIGN_INS_OF_ADDRESS), countsFailures: true },
  ]
  return { narrow, wide }
}

function subjectOf(email: string): string {
  return `sign-in:account:${hashedEmail(email)}`
}

/** An email as a part of the subject of a count. Upper and lower case are the same. */
export function hashedEmail(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex')
}

async function count(sql: Sql, counter: Counter): Promise<Counted> {
  const windows = [counter.window]
  const row = one(
    await sql.query<AttemptRow>(
      `with credential as (select $1::text as subject), ${rateCheck(windows)}
    select log.hits[cardinality(log.hits)] as counted_at, ${rateCheckColumns(windows)} from log`,
      [counter.subject],
    ),
    'the count of a sign-in',
  )
  const waitMs = retryAfterMs(windowStates(windows, row))
  const refusal = tooMany(
    'sign_in_slowed',
    'Too many passwords were tried: wait for as long as Retry-After says.',
    Math.max(1, Math.ceil(waitMs / 1_000)),
  )
  return { counter, at: row.allowed ? row.counted_at : null, refusal }
}

// Two attempts may have the same microsecond: one of them is removed.
async function removeCounts(sql: Sql, counted: readonly Counted[]): Promise<void> {
  for (const { counter, at } of counted) {
    await sql.query(
      `update rate_windows
      set hits = hits[:array_position(hits, $2::bigint) - 1]
        || hits[array_position(hits, $2::bigint) + 1:]
      where subject = $1 and $2::bigint = any (hits)`,
      [counter.subject, at],
    )
  }
}
