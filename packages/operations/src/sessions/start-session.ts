import { newId, one } from '@mediajobs/db'
import { hashSecret, MAX_LIVE_SESSIONS, randomToken } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { rememberNetwork } from '../credentials/known-networks.ts'
import { findSignedInPerson, type SignedInPerson } from './signed-in-person.ts'

/** The result of a sign-in. */
export interface SignedIn extends SignedInPerson {
  /** Shown once. The database has only its hash. */
  accessToken: string
  expiresAt: string
}

/** The account that signs in, and the caller's IP address. */
export interface NewSession {
  accountId: string
  personId: string
  address: string
}

const END_OLDEST = `
  delete from sessions where id in (
    select id from sessions where user_id = $1 and expires_at > now()
    order by created_at desc, id desc offset ${MAX_LIVE_SESSIONS - 1})`

const START = `
  insert into sessions (id, user_id, token_hash, created_at, expires_at)
  values ($1, $2, $3, clock_timestamp(), now() + interval '12 hours')
  returning expires_at`

/**
 * Starts a session of 12 hours (docs/contract.md#c2-session-token) for an account whose password was
 * checked. The caller holds the lock of the person, which also makes the bound of live sessions exact. Beyond
 * the bound the oldest session ends.
 *
 * @returns `null` when the account is a member of no organization.
 */
export async function startSession(
  tx: Tx,
  { accountId, personId, address }: NewSession,
): Promise<SignedIn | null> {
  const accessToken = randomToken(tx.cell, 'mjs_')
  const [, sessions, person] = await Promise.all([
    tx.query(END_OLDEST, [accountId]),
    tx.query<{ expires_at: string }>(START, [newId(), accountId, hashSecret(accessToken)]),
    findSignedInPerson(tx, { accountId, personId }),
    rememberNetwork(tx, accountId, address),
  ])
  if (!person) return null
  const { expires_at: expiresAt } = one(sessions, 'the insert of a session')
  return { accessToken, expiresAt, ...person }
}
