import type { Sql } from '@mediajobs/db'
import { hashSecret } from '@mediajobs/domain'
import type { Store, Tx } from '@mediajobs/outbox'
import { forgetSignIns } from '../credentials/sign-in-slowing.ts'
import { unauthenticated } from '../shared/errors.ts'
import { accountsOf, hashesFor } from '../users/account.ts'
import { lockPerson, type Person } from '../users/person.ts'
import { openAccount } from './open-account.ts'
import { type SignedIn, startSession } from './start-session.ts'

export interface PasswordResetInput {
  token: string
  password: string
}

const OWNER = `
  select u.id, u.email from password_resets as r join users as u on u.id = r.user_id
  where r.token_hash = $1 and r.expires_at > now()`

const USE = `
  delete from password_resets where user_id = $2 and exists (
    select from password_resets where token_hash = $1 and expires_at > clock_timestamp())
  returning user_id`

const SET_PASSWORDS = 'update users set password_hash = $2 where id = any ($1)'
const END_SESSIONS = 'delete from sessions where user_id = any ($1)'

/**
 * Sets the password of a person with the token of a mail, and signs them in. The mail proves that the address is
 * theirs, so all accounts of the address get the password, and become one (docs/contract.md#c14-password-reset-all).
 * All their sessions and all other tokens end. The token works once: of two parallel calls one succeeds.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `unauthenticated` (`reset_refused`), the same for a token that is unknown, has
 *   expired or was used.
 */
export async function acceptPasswordReset(
  store: Pick<Store, 'sql' | 'transaction'>,
  { token, password }: PasswordResetInput,
  address: string,
): Promise<SignedIn> {
  const { sql } = store
  const person = await findOwner(sql, token)
  const accounts = await accountsOf(sql, person.id, address)
  const hashes = await hashesFor(password, person.id, accounts)
  const tokenHash = hashSecret(token)
  return store.transaction((tx) => reset(tx, { person, tokenHash, hashes, address }))
}

async function findOwner(sql: Sql, token: string): Promise<Person> {
  const [person] = await sql.query<Person>(OWNER, [hashSecret(token)])
  if (!person) throw refused().naming(token)
  return person
}

interface Reset {
  person: Person
  tokenHash: Buffer
  hashes: [string, ...string[]]
  address: string
}

async function reset(tx: Tx, { person, tokenHash, hashes, address }: Reset) {
  const { id: personId, email } = person
  await lockPerson(tx, personId)
  const used = await tx.query(USE, [tokenHash, personId])
  if (used.length === 0) throw refused()
  const accountIds = (await accountsOf(tx, personId, address)).map(({ id }) => id)
  await tx.query(SET_PASSWORDS, [accountIds, hashes[0]])
  await tx.query(END_SESSIONS, [accountIds])
  await forgetSignIns(tx, email)
  const accountId = await openAccount(tx, { personId, hashes, address, onlyKnown: false })
  const signedIn = accountId && (await startSession(tx, { accountId, personId, address }))
  if (!signedIn) throw refused()
  return signedIn
}

function refused() {
  return unauthenticated(
    'reset_refused',
    'This link is unknown, has expired or was used already. Ask for a new one.',
  )
}
