import type { Sql } from '@mediajobs/db'
import { isAway } from '@mediajobs/db/schema'
import { hashSecret } from '@mediajobs/domain'
import type { Store, Tx } from '@mediajobs/outbox'
import { beginSignIn } from '../credentials/sign-in-slowing.ts'
import { accountOf } from '../shared/account-of.ts'
import { unauthenticated } from '../shared/errors.ts'
import { accountsOf, hashesFor, makeAccount } from '../users/account.ts'
import type { Person } from '../users/person.ts'
import { type HashedAttempt, openAccount } from './open-account.ts'
import { type SignedIn, startSession } from './start-session.ts'

export interface AcceptInput {
  token: string
  /** The password of an account of the same email, which then joins. Any other makes a new account. */
  password: string
}

// A member who was deactivated meanwhile can't accept before they are activated again.
const INVITED = `
  select u.id, u.email
  from invitations as i
  join memberships as m
    on m.organization_id = i.organization_id and m.user_id = i.user_id and m.active
  join users as u on u.id = i.user_id
  where i.token_hash = $1 and i.expires_at > now() and not ${isAway('i.organization_id')}`

// The membership is locked first, as in a repeated invitation and in a change of the role. An invitation has
// further tokens, in mails: they end too.
const ACCEPT = `
  with accepted as (
    update memberships as m
    set accepted_at = case when m.user_id = $2 then now() end,
      account_id = case when m.user_id <> $2 then $2::uuid end,
      joined_at = case when m.user_id <> $2 then now() end
    from invitations as i
    where i.token_hash = $1 and i.expires_at > now()
      and m.organization_id = i.organization_id and m.user_id = i.user_id
      and m.active and ${accountOf('m')} is null
    returning m.organization_id, m.user_id
  )
  delete from invitations as i using accepted
  where i.organization_id = accepted.organization_id and i.user_id = accepted.user_id
  returning i.user_id`

/**
 * Accepts an invitation and signs the person in. When an account of the email has this password, that account
 * gets the membership. Otherwise a new account is made. The token works once: of two parallel calls one
 * succeeds.
 *
 * With the token a caller can try a password on existing accounts of the email. A wrong password counts like
 * one at a sign-in. Failed attempts of other callers do not stop this one.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `unauthenticated` (`invitation_refused`), the same for a token that is unknown,
 *   has expired or was accepted; `too_many` (`sign_in_slowed`).
 */
export async function acceptInvitation(
  store: Pick<Store, 'sql' | 'transaction'>,
  { token, password }: AcceptInput,
  address: string,
): Promise<SignedIn> {
  const { sql } = store
  const { id: personId, email } = await findInvited(sql, token)
  const attempt = await beginSignIn(sql, { email, address, isKnown: true })
  const accounts = await accountsOf(sql, personId, address)
  const hashes = await hashesFor(password, personId, accounts)
  const tokenHash = hashSecret(token)
  const tried = { personId, hashes, address, onlyKnown: attempt.onlyKnown }
  const { signedIn, isNew } = await store.transaction((tx) => join(tx, tokenHash, tried))
  if (!isNew) await attempt.succeed()
  return signedIn
}

async function findInvited(sql: Sql, token: string): Promise<Person> {
  const [person] = await sql.query<Person>(INVITED, [hashSecret(token)])
  if (!person) throw refused().naming(token)
  return person
}

async function join(
  tx: Tx,
  tokenHash: Buffer,
  tried: HashedAttempt & { hashes: [string, ...string[]] },
) {
  const { personId, hashes, address } = tried
  const opened = await openAccount(tx, tried)
  const accountId = opened ?? (await makeAccount(tx, personId, hashes[0]))
  const accepted = await tx.query(ACCEPT, [tokenHash, accountId])
  if (accepted.length === 0) throw refused()
  const signedIn = await startSession(tx, { accountId, personId, address })
  if (!signedIn) throw refused()
  return { signedIn, isNew: opened === null }
}

function refused() {
  return unauthenticated(
    'invitation_refused',
    'This invitation is unknown, has expired or was accepted already.',
  )
}
