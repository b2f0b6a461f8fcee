import type { Database, Sql, Transaction } from '@mediajobs/db'
import { hashSecret } from '@mediajobs/domain'
import { hashPassword, passwordMatches } from '../credentials/password.ts'
import { beginSignIn } from '../credentials/sign-in-slowing.ts'
import { unauthenticated } from '../errors.ts'
import type { Account } from '../users/account.ts'
import { type SignedIn, startSession } from './start-session.ts'

export interface AcceptInput {
  token: string
  /** The new password of an account without one, else the one that it has. */
  password: string
}

// A member who was deactivated meanwhile can't accept, until they are activated again.
const INVITED = `
  select u.id, u.email, u.password_hash as "passwordHash"
  from invitations as i
  join memberships as m
    on m.organization_id = i.organization_id and m.user_id = i.user_id and m.active
  join users as u on u.id = i.user_id
  where i.token_hash = $1 and i.expires_at > now()`

// The membership first: whoever invites again locks it first too.
const ACCEPT = `
  with accepted as (
    update memberships as m set accepted_at = now()
    from invitations as i
    where i.token_hash = $1 and i.expires_at > now()
      and m.organization_id = i.organization_id and m.user_id = i.user_id
      and m.active and m.accepted_at is null
    returning i.token_hash
  )
  delete from invitations as i using accepted
  where i.token_hash = accepted.token_hash
  returning i.user_id`

/**
 * Accepts an invitation and signs the person in. The token is good once: of two who accept at the
 * same instant one does. A wrong password leaves it good, and counts as at a sign-in.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `unauthenticated` (`invitation_refused`), alike for a token that is none,
 *   has expired or was accepted, and for a wrong password; `too_many` (`sign_in_slowed`).
 */
export async function acceptInvitation(
  database: Database,
  { token, password }: AcceptInput,
  address: string,
): Promise<SignedIn> {
  const tokenHash = hashSecret(token)
  const account = await findInvited(database.sql, tokenHash)
  const attempt = await beginSignIn(database.sql, { email: account.email, address })
  const passwordHash = account.passwordHash ?? (await hashPassword(password))
  if (account.passwordHash !== null && !(await passwordMatches(passwordHash, password))) {
    throw refused()
  }
  const signedIn = await database.transaction((tx) => join(tx, account, tokenHash, passwordHash))
  await attempt.forgive()
  // The password was set by another invitation's acceptance at the same instant: check it.
  return signedIn ?? acceptInvitation(database, { token, password }, address)
}

async function findInvited(sql: Sql, tokenHash: Buffer): Promise<Account> {
  const [account] = await sql.query<Account & { [column: string]: unknown }>(INVITED, [tokenHash])
  if (!account) throw refused()
  return account
}

/** `null`, and nothing done, when the account has got a password meanwhile. */
async function join(
  tx: Transaction,
  account: Account,
  tokenHash: Buffer,
  passwordHash: string,
): Promise<SignedIn | null> {
  if (account.passwordHash === null) {
    const set = await tx.query(
      'update users set password_hash = $2 where id = $1 and password_hash is null returning id',
      [account.id, passwordHash],
    )
    if (set.length === 0) return null
  }
  const accepted = await tx.query(ACCEPT, [tokenHash])
  if (accepted.length === 0) throw refused()
  const signedIn = await startSession(tx, account.id, passwordHash)
  if (!signedIn) throw refused()
  return signedIn
}

function refused() {
  return unauthenticated(
    'invitation_refused',
    'This invitation is unknown, has expired or was accepted already, or the password is wrong ' +
      'for an account that has one.',
  )
}
