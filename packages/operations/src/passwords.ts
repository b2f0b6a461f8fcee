// Raw SQL: joins, and one-line writes.
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
import { networkOf } from './credentials/networks.ts'
import { generatePassword } from './credentials/password.ts'
import { type CallLimit, callLimit } from './credentials/rate-windows.ts'
import { beginSignIn, forgetSignIns, hashedEmail } from './credentials/sign-in-slowing.ts'
import { type Session, type SignedIn, startSession } from './sessions.ts'
import { noSuch, noSuchPerson, OperationError, unauthenticated } from './shared/errors.ts'

const REPLACE =
  'update users set password_hash = $3 where id = $1 and password_hash = $2 returning id'
const END_OTHERS = 'delete from sessions where user_id = $1 and id <> $2'

/**
 * Changes the password of the session's account and ends its other sessions. Other accounts of the same email keep
 * their passwords.
 *
 * Every attempt, even a right one, counts like a failed sign-in: otherwise a person could guess another account's
 * password by setting one after another. Counted by account, so only its sessions can use up the attempts.
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
    // Compare-and-set: of two concurrent changes, the second fails.
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
 * Requests a password reset mail for `email`. A dispatcher looks the address up, so timing and response don't reveal
 * whether it is known.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `too_many` (`rate_limited`) by network, or by email, known or not.
 */
export async function requestPasswordReset(
  sql: Sql,
  email: string,
  address: string,
): Promise<void> {
  // Network first: a refused caller must not use up the email's count.
  await countNetwork(sql, `password-reset:network:${networkOf(address)}`)
  await countAddress(sql, `password-reset:account:${hashedEmail(email)}`)
  await sql.orm.insert(passwordResetRequests).values({ id: newId(), email })
}

function resetLimit(limit: number): CallLimit {
  return callLimit(
    [{ limit, spanMs: RESET_SPAN_MS }],
    'Too many password resets were requested: retry after Retry-After seconds.',
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
 * Sets a person's password with a mailed token, and signs them in. The mail proves ownership of the address, so all its
 * accounts get the password and become one (docs/contract.md#c14-password-reset-all). Ends all their sessions and other
 * tokens. The token works once, even under concurrency.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `unauthenticated` (`reset_refused`), whether the token is unknown, expired or used.
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
    'This link is unknown, expired or already used. Request a new one.',
  ).at('token')
}

interface AccountSelection {
  email: string
  /** Selects one of several accounts: the member of this organization. */
  organizationId?: string | undefined
}

export interface NewPassword {
  /** Shown once. */
  password: string
  /** The account's organizations. */
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
 * Generates a new password for an account, ends its sessions and resets the sign-in counters of its email. For operators;
 * people use {@link acceptPasswordReset}.
 *
 * @throws {OperationError} `not_found` without such an account, or if `organizationId` is needed to select one.
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
    `${email} has ${accounts.size} accounts. Select one with --organization: ${places.join(', ')}.`,
  )
}
