import { createHash } from 'node:crypto'
import type { Sql } from '@mediajobs/db'
import {
  FAILED_SIGN_IN_SPAN_MS,
  MAX_FAILED_SIGN_INS,
  MAX_FAILED_SIGN_INS_OF_ADDRESS,
  MAX_FAILED_SIGN_INS_OF_NETWORK,
  MAX_SIGN_INS,
  MAX_SIGN_INS_OF_NETWORK,
  type RateWindow,
  SIGN_IN_SPAN_MS,
} from '@mediajobs/domain'
import { tooMany } from '../shared/errors.ts'
import { networkOf } from './networks.ts'
import { countCall, removeCount } from './rate-windows.ts'

export interface SignInPlace {
  email: string
  /** The caller's IP address. */
  address: string
  /** An account of the email recently signed in from this network, or the caller has other proof. */
  isKnown: boolean
  /** The session's account, if any: its attempts are counted across networks. */
  accountId?: string
}

/** A counted attempt, a failure until {@link SignInAttempt.succeed}. */
export interface SignInAttempt {
  /** Try only accounts that recently signed in from this network. */
  readonly onlyKnown: boolean
  /** Call if the password was right: uncounts this failure, but not earlier ones. */
  succeed(): Promise<void>
}

interface Counter {
  subject: string
  window: RateWindow
  /** Uncounts successful attempts. */
  countsFailures: boolean
}

interface Counted {
  counter: Counter
  /** Microseconds. */
  at: number
}

const failures = (limit: number): RateWindow => ({ limit, spanMs: FAILED_SIGN_IN_SPAN_MS })
const all = (limit: number): RateWindow => ({ limit, spanMs: SIGN_IN_SPAN_MS })

/**
 * Counts an attempt before its password is checked, or concurrent attempts would slip through. Counts unknown emails too,
 * but not refused attempts.
 *
 * Narrow counters stop one caller. Wide counters can be filled by others, so a full one stops only callers from networks
 * unknown to the email's accounts. docs/contract.md#c2-session-slowed
 *
 * @throws {OperationError} `too_many` (`sign_in_slowed`).
 */
export async function beginSignIn(sql: Sql, place: SignInPlace): Promise<SignInAttempt> {
  const { narrow, wide } = countersOf(place)
  const counted: Counted[] = []
  let onlyKnown = false
  // Sequentially, narrow first: a refused caller never adds to shared counters.
  for (const counter of [...narrow, ...wide]) {
    const { at, waitSeconds } = await countCall(sql, [counter.window], counter.subject)
    if (at !== null) {
      counted.push({ counter, at })
    } else if (place.isKnown && wide.includes(counter)) {
      onlyKnown = true
    } else {
      await removeCounts(sql, counted)
      throw tooMany(
        'sign_in_slowed',
        'Too many passwords were tried: retry after Retry-After seconds.',
        waitSeconds,
      )
    }
  }
  const failureCounts = counted.filter(({ counter }) => counter.countsFailures)
  return { onlyKnown, succeed: () => removeCounts(sql, failureCounts) }
}

/** Resets all counters of an email, for every network. */
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

/** A case-insensitive hash of an email, for counter subjects. */
export function hashedEmail(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex')
}

async function removeCounts(sql: Sql, counted: readonly Counted[]): Promise<void> {
  for (const { counter, at } of counted) await removeCount(sql, counter.subject, at)
}
