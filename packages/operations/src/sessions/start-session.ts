import { newId, one, type Transaction } from '@mediajobs/db'
import { hashSecret, MAX_LIVE_SESSIONS, type Role, randomBase62 } from '@mediajobs/domain'
import { accountOf } from '../account-of.ts'
import { rememberNetwork } from '../credentials/known-networks.ts'

/** The result of a sign-in. */
export interface SignedIn {
  /** Shown once. The database has only its hash. */
  accessToken: string
  expiresAt: string
  user: { id: string; email: string; name: string }
  /** The organizations in which the account can act, the oldest membership first. */
  organizations: { id: string; name: string; role: Role }[]
}

/** The account that signs in, and the caller's IP address. */
export interface NewSession {
  accountId: string
  personId: string
  address: string
}

interface MembershipRow {
  email: string
  person_name: string
  organization_id: string
  organization_name: string
  role: Role
  active: boolean
}

// 43 base62 characters are 256 random bits.
const TOKEN_LENGTH = 43

const END_OLDEST = `
  delete from sessions where id in (
    select id from sessions where user_id = $1 and expires_at > now()
    order by created_at desc, id desc offset ${MAX_LIVE_SESSIONS - 1})`

const START = `
  insert into sessions (id, user_id, token_hash, created_at, expires_at)
  values ($1, $2, $3, clock_timestamp(), now() + interval '12 hours')
  returning expires_at`

const MEMBERSHIPS = `
  select u.email, m.name as person_name, m.role, m.active,
    o.id as organization_id, o.name as organization_name
  from memberships as m
  join users as u on u.id = m.user_id
  join organizations as o on o.id = m.organization_id
  where m.user_id = $1 and ${accountOf('m')} = $2
  order by m.active desc, m.created_at, m.organization_id`

/**
 * Starts a session of 12 hours (docs/contract.md#c2-session-token) for an account whose password was
 * checked. The caller holds the lock of the person, which also makes the bound of live sessions exact. Beyond
 * the bound the oldest session ends.
 *
 * @returns `null` when the account is a member of no organization.
 */
export async function startSession(
  tx: Transaction,
  { accountId, personId, address }: NewSession,
): Promise<SignedIn | null> {
  const accessToken = `mjs_${randomBase62(TOKEN_LENGTH)}`
  const [, sessions, found] = await Promise.all([
    tx.query(END_OLDEST, [accountId]),
    tx.query<{ expires_at: string }>(START, [newId(), accountId, hashSecret(accessToken)]),
    tx.query<MembershipRow>(MEMBERSHIPS, [personId, accountId]),
    rememberNetwork(tx, accountId, address),
  ])
  const [first] = found
  if (!first) return null
  return {
    accessToken,
    expiresAt: one(sessions, 'the insert of a session').expires_at,
    user: { id: personId, email: first.email, name: first.person_name },
    organizations: found
      .filter(({ active }) => active)
      .map((row) => ({ id: row.organization_id, name: row.organization_name, role: row.role })),
  }
}
