import { newId, type Transaction } from '@mediajobs/db'
import { memberships, organizations, users } from '@mediajobs/db/schema'
import { and, eq, isNull } from 'drizzle-orm'
import { createApiKey } from '../api-keys/create-api-key.ts'
import { generatePassword, hashPassword } from '../credentials/password.ts'
import { invalid } from '../errors.ts'
import { accountOf } from '../users/account.ts'
import { type User, userOf } from '../users/user.ts'

export interface NewOrganizationInput {
  /** 1 to 200 characters. */
  name: string
  ownerEmail: string
  /** What the owner is called there; the email when it is left out. */
  ownerName?: string
}

export interface NewOrganization {
  organization: typeof organizations.$inferSelect
  /** Its first ADMIN. */
  owner: User
  /** The owner's new password, shown once; `null` when they have one already, in whatever place. */
  password: string | null
  /** A key of the owner with the scope ADMIN, shown once. */
  apiKey: string
}

const MAX_NAME_LENGTH = 200
const MAX_EMAIL_LENGTH = 254
// RFC 5322's dot-atom at RFC 1123's host name, in ASCII: what a sign-in takes.
const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+"
const LABEL = '[a-z\\d]([a-z\\d-]*[a-z\\d])?'
const EMAIL = new RegExp(`^${ATOM}(\\.${ATOM})*@(${LABEL}\\.)+${LABEL}$`, 'i')

/**
 * Creates an organization with its first ADMIN and their first API key. For operators: no credential
 * is above an organization.
 *
 * @throws {OperationError} `invalid` for a name or an email that is none.
 */
export async function createOrganization(
  tx: Transaction,
  input: NewOrganizationInput,
): Promise<NewOrganization> {
  const { name, ownerEmail, ownerName = ownerEmail.slice(0, MAX_NAME_LENGTH) } = input
  check(name, ownerEmail, ownerName)
  const [organization] = await tx.orm
    .insert(organizations)
    .values({ id: newId(), name })
    .returning()
  if (!organization) throw new Error('the insert of an organization answered no row')
  const organizationId = organization.id
  const account = await accountOf(tx, ownerEmail)
  const [membership] = await tx.orm
    .insert(memberships)
    .values({ organizationId, userId: account.id, name: ownerName, role: 'ADMIN' })
    .returning()
  if (!membership) throw new Error('the insert of a membership answered no row')
  const password = await givePassword(tx, account.id)
  const { key } = await createApiKey(
    tx,
    { organizationId, userId: account.id, scopes: ['ADMIN'] },
    { name: 'First key', scopes: ['ADMIN'] },
  )
  return { organization, owner: userOf(membership, account.email), password, apiKey: key }
}

function check(name: string, ownerEmail: string, ownerName: string): void {
  const tooLong = ([, text]: [string, string]) => text === '' || text.length > MAX_NAME_LENGTH
  const wrong = Object.entries({ name, ownerName })
    .filter(tooLong)
    .map(([field]) => `${field} must have 1 to ${MAX_NAME_LENGTH} characters`)
  if (ownerEmail.length > MAX_EMAIL_LENGTH || !EMAIL.test(ownerEmail)) {
    wrong.push('ownerEmail must be an e-mail address')
  }
  if (wrong.length > 0) throw invalid(...wrong)
}

async function givePassword(tx: Transaction, userId: string): Promise<string | null> {
  const password = generatePassword()
  const given = await tx.orm
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(and(eq(users.id, userId), isNull(users.passwordHash)))
    .returning({ id: users.id })
  return given.length > 0 ? password : null
}
