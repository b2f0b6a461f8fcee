import type { Transaction } from '@mediajobs/db'
import { generatePassword } from '../credentials/password.ts'
import { forgetSignIns } from '../credentials/sign-in-slowing.ts'
import { accountOf } from '../shared/account-of.ts'
import { noSuch, noSuchPerson } from '../shared/errors.ts'
import { accountsOf, hashesFor } from '../users/account.ts'
import { findPerson, lockPerson } from '../users/person.ts'

/** The account whose password is forgotten. */
export interface AccountSelection {
  email: string
  /** When the email has several accounts: the account that is a member of this organization. */
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
  select o.id, o.name, ${accountOf('m')} as "accountId"
  from memberships as m
  join organizations as o on o.id = m.organization_id
  where m.user_id = $1
  order by m.created_at, o.id`

/**
 * Gives an account a new password, which is shown once. Ends all its sessions, and deletes the counts of
 * sign-in attempts of its email. For operators. A person resets their own password by
 * mail: `acceptPasswordReset`.
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
  const stored = await accountsOf(tx, person.id, '')
  const [passwordHash] = await hashesFor(password, person.id, stored)
  await tx.query('update users set password_hash = $2 where id = $1', [accountId, passwordHash])
  await tx.query('delete from sessions where user_id = $1', [accountId])
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
