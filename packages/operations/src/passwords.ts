// Hand-written SQL: joins, and one-line writes.
import { newId, type Sql, type Transaction } from '@mediajobs/db'
import { passwordResetRequests } from '@mediajobs/db/schema'
import {
  hashSecret,
  MAX_RESETS_OF_ADDRESS,
  MAX_RESETS_OF_NETWORK,
  RESET_SPAN_MS,
} from '@mediajobs/domain'
import type { Store } from '@mediajobs/outbox'
import {
  accountsOf,
  findPerson,
  hashFor,
  lockPerson,
  matchingAccounts,
  openAccount,
  type Person,
} from './accounts.ts'
import { badSession } from './credentials/admission/admit.ts'
import { networkOf } from './credentials/network-of.ts'
import { generatePassword } from './credentials/password.ts'
import { type CallLimit, callLimit } from './credentials/rate-windows.ts'
import { beginSignIn, forgetSignIns, hashedEmail } from './credentials/sign-in-slowing.ts'
import { type Session, type SignedIn, startSession } from './sessions.ts'
import { noSuch, noSuchPerson, OperationError, unauthenticated } from './shared/errors.ts'

const REPLACE =
  'update users set password_hash = $3 where id = $1 and password_hash = $2 returning id'
const END_OTHERS = 'delete from sessions where user_id = $1 and id <> $2'

/**
 * Changes the password of the session's account and ends its other sessions. Other accounts of the same email
 * keep their passwords.
 *
 * Every attempt counts like a wrong password at a sign-in, even a right one: otherwise a person could set
 * password after password to find that of another account of this email. Attempts are counted by account, so
 * that only its sessions can use them up.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `invalid` (`password_wrong`), `too_many` (`sign_in_slowed`).
 */
export async function changePassword(
  store: Pick<Store, 'sql' | 'transaction'>,
  session: Session,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  address: string,
): Promise<void> {
  const { sql } = store
  const { accountId, personId, email } = session
  const accounts = await accountsOf(sql, personId, address)
  const account = accounts.find(({ id }) => id === accountId)
  if (!account) throw badSession()
  await beginSignIn(sql, { email, address, isKnown: true, accountId })
  const hash = await hashFor(currentPassword, personId, accounts)
  if (matchingAccounts([account], hash, { onlyKnown: false }).length === 0) throw wrongPassword()
  const after = await hashFor(newPassword, personId, accounts)
  await store.transaction(async (tx) => {
    await lockPerson(tx, personId)
    // The second of two concurrent changes finds another password than it read.
    const replaced = await tx.query(REPLACE, [accountId, account.passwordHash, after])
    if (replaced.length === 0) throw wrongPassword()
    await tx.query(END_OTHERS, [accountId, session.id])
  })
}

function wrongPassword() {
  return new OperationError('invalid', 'password_wrong', [
    'currentPassword is not the password of this account',
  ]).at('currentPassword')
}

const countNetwork = resetLimit(MAX_RESETS_OF_NETWORK)
const countAddress = resetLimit(MAX_RESETS_OF_ADDRESS)

/**
 * Requests a mail with a link that resets the password of `email`. Only a dispatcher looks the address up, so
 * known and unknown ones take the same time and get the same response.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `too_many` (`rate_limited`) for the network, or for the address, known or not.
 */
export async function requestPasswordReset(
  sql: Sql,
  email: string,
  address: string,
): Promise<void> {
  // The caller's network first: a refused caller does not fill the count of the address.
  await countNetwork(sql, `password-reset:network:${networkOf(address)}`)
  await countAddress(sql, `password-reset:account:${hashedEmail(email)}`)
  await sql.orm.insert(passwordResetRequests).values({ id: newId(), email })
}

function resetLimit(limit: number): CallLimit {
  return callLimit(
    [{ limit, spanMs: RESET_SPAN_MS }],
    'Too many password resets were requested: wait for as long as Retry-After says.',
  )
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
 * All their sessions and all other tokens end. The token works once: of two concurrent calls one succeeds.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `unauthenticated` (`reset_refused`), the same for a token that is unknown, has
 *   expired or was used.
 */
export async function acceptPasswordReset(
  store: Pick<Store, 'sql' | 'transaction'>,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<SignedIn> {
  const { sql } = store
  const tokenHash = hashSecret(token)
  const [person] = await sql.query<Person>(OWNER, [tokenHash])
  if (!person) throw resetRefused().naming(token)
  const { id: personId, email } = person
  const hash = await hashFor(password, personId, await accountsOf(sql, personId, address))
  return store.transaction(async (tx) => {
    await lockPerson(tx, personId)
    const used = await tx.query(USE, [tokenHash, personId])
    if (used.length === 0) throw resetRefused()
    const accountIds = (await accountsOf(tx, personId, address)).map(({ id }) => id)
    await tx.query(SET_PASSWORDS, [accountIds, hash])
    await tx.query(END_SESSIONS, [accountIds])
    await forgetSignIns(tx, email)
    const accountId = await openAccount(tx, { personId, hash, address, onlyKnown: false })
    const signedIn = accountId && (await startSession(tx, { accountId, personId, address }))
    if (!signedIn) throw resetRefused()
    return signedIn
  })
}

function resetRefused() {
  return unauthenticated(
    'reset_refused',
    'This link is unknown, has expired or was used already. Ask for a new one.',
  ).at('token')
}

interface AccountSelection {
  email: string
  /** Chooses among several accounts: the member of this organization. */
  organizationId?: string | undefined
}

export interface NewPassword {
  /** Shown once. */
  password: string
  /** The organizations of which the account is a member. */
  organizations: Place[]
}

interface Place {
  id: string
  name: string
}

interface MembershipRow extends Place {
  accountId: string | null
}

const MEMBERSHIPS = `
  select o.id, o.name, m.account_id as "accountId"
  from memberships as m
  join organizations as o on o.id = m.organization_id
  where m.user_id = $1
  order by m.created_at, o.id`

/**
 * Gives an account a new password, ends all its sessions, and clears the sign-in counts of its email. For
 * operators; people reset their password by mail ({@link acceptPasswordReset}).
 *
 * @throws {OperationError} `not_found` without such an account, or when `organizationId` is needed to choose
 *   one of several.
 */
export async function resetPassword(
  tx: Transaction,
  { email, organizationId }: AccountSelection,
): Promise<NewPassword> {
  const person = await findPerson(tx, email)
  if (!person) throw noSuchPerson(email)
  await lockPerson(tx, person.id)
  const found = await tx.query<MembershipRow>(MEMBERSHIPS, [person.id])
  const accountId = theAccount(found, { email, organizationId })
  const password = generatePassword()
  const hash = await hashFor(password, person.id, await accountsOf(tx, person.id, ''))
  await tx.query(SET_PASSWORDS, [[accountId], hash])
  await tx.query(END_SESSIONS, [[accountId]])
  await forgetSignIns(tx, email)
  const organizations = found
    .filter((row) => row.accountId === accountId)
    .map(({ id, name }) => ({ id, name }))
  return { password, organizations }
}

function theAccount(found: MembershipRow[], { email, organizationId }: AccountSelection): string {
  const named = found.filter(({ id }) => organizationId === undefined || id === organizationId)
  if (named.length === 0) throw noSuchPerson(email, organizationId)
  const accounts = new Set(named.flatMap(({ accountId }) => accountId ?? []))
  const [accountId] = accounts
  if (accountId === undefined) {
    throw noSuch(`${email} has not accepted an invitation yet, so there is no password to reset.`)
  }
  if (accounts.size === 1) return accountId
  const places = named.flatMap(({ id, name, accountId }) => (accountId ? `${id} (${name})` : []))
  throw noSuch(
    `${email} has ${accounts.size} accounts. Choose one with --organization and one of its ` +
      `organizations: ${places.join(', ')}.`,
  )
}
