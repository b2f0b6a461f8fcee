import { newId, type Transaction } from '@mediajobs/db'
import { hashSecret, type Role, randomBase62 } from '@mediajobs/domain'
import { HAS_ACCEPTED } from '../users/user.ts'

/** What a sign-in answers. */
export interface SignedIn {
  /** Shown once; only its hash is kept. */
  accessToken: string
  expiresAt: string
  user: { id: string; email: string; name: string }
  /** Where the person can act, the oldest membership first. */
  organizations: { id: string; name: string; role: Role }[]
}

interface MembershipRow {
  [column: string]: unknown
  email: string
  person_name: string
  organization_id: string
  organization_name: string
  role: Role
  usable: boolean
}

// 43 base62 characters are 256 random bits.
const TOKEN_LENGTH = 43

// The share lock orders this with a change of the password, which ends the person's sessions: one
// that was begun with the earlier password is ended by it or never made.
const START = `
  with person as (select id from users where id = $2 and password_hash = $3 for share)
  insert into sessions (id, token_hash, user_id, expires_at)
  select $1, $4, person.id, now() + interval '12 hours' from person
  returning expires_at`

const MEMBERSHIPS = `
  select u.email, m.name as person_name, m.role,
    o.id as organization_id, o.name as organization_name,
    m.active and ${HAS_ACCEPTED} as usable
  from memberships as m
  join users as u on u.id = m.user_id
  join organizations as o on o.id = m.organization_id
  where m.user_id = $1
  order by usable desc, m.created_at, m.organization_id`

/**
 * Starts a session of 12 hours (contract, section 2) for a person whose password was checked against
 * `passwordHash`; `null` when the account has another one by now.
 */
export async function startSession(
  tx: Transaction,
  userId: string,
  passwordHash: string,
): Promise<SignedIn | null> {
  const accessToken = `mjs_${randomBase62(TOKEN_LENGTH)}`
  const [[session], found] = await Promise.all([
    tx.query<{ expires_at: string }>(START, [
      newId(),
      userId,
      passwordHash,
      hashSecret(accessToken),
    ]),
    tx.query<MembershipRow>(MEMBERSHIPS, [userId]),
  ])
  const [first] = found
  if (!session || !first) return null
  return {
    accessToken,
    expiresAt: session.expires_at,
    user: { id: userId, email: first.email, name: first.person_name },
    organizations: found
      .filter(({ usable }) => usable)
      .map((row) => ({ id: row.organization_id, name: row.organization_name, role: row.role })),
  }
}
