import { newId, one, type Transaction } from '@mediajobs/db'
import { memberships, organizations } from '@mediajobs/db/schema'
import { isBlank, isMailAddress, isOneLine, MAX_NAME_LENGTH } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import {
  accountsOf,
  createAccount,
  hashFor,
  lockPerson,
  type Person,
  personOf,
} from '../accounts.ts'
import { createApiKey } from '../api-keys.ts'
import { generatePassword } from '../credentials/password.ts'
import { createInvitation, type Invitation } from '../invitations.ts'
import { refusedField, refuseFields } from '../shared/errors.ts'
import { type User, userOf } from '../users.ts'

export interface NewOrganizationInput {
  /** 1 to 200 characters. */
  name: string
  ownerEmail: string
  /** Default: the email. */
  ownerName?: string
}

interface Made {
  organization: typeof organizations.$inferSelect
  /** The first ADMIN. */
  owner: User
  /** An ADMIN key of the owner, shown once. Works even before the owner accepts an invitation. */
  apiKey: string
}

export interface NewOrganization extends Made {
  /** The password of the owner's new account, shown once. */
  password: string
}

/**
 * Creates an organization with its first ADMIN and API key. The owner always gets a new account: the holder of an existing
 * one hasn't agreed. For operators.
 *
 * @throws {OperationError} `invalid` for a bad name or email.
 */
export async function createOrganization(
  tx: Tx,
  input: NewOrganizationInput,
): Promise<NewOrganization> {
  check(input)
  const person = await personOf(tx, input.ownerEmail)
  const password = generatePassword()
  const accountId = await addAccount(tx, person, password)
  const { organization, owner, apiKey } = await make(tx, input, person, accountId)
  return { organization, owner, password, apiKey }
}

/**
 * Like {@link createOrganization}, but invites the owner, who may accept with an existing account. Until then only the key
 * works.
 *
 * @throws {OperationError} as in {@link createOrganization}.
 */
export async function createInvitedOrganization(
  tx: Tx,
  input: NewOrganizationInput,
): Promise<Made & Invitation> {
  check(input)
  const person = await personOf(tx, input.ownerEmail)
  const made = await make(tx, input, person, null)
  return { ...made, ...(await createInvitation(tx, made.organization.id, person.id)) }
}

async function addAccount(tx: Transaction, { id }: Person, password: string): Promise<string> {
  await lockPerson(tx, id)
  const passwordHash = await hashFor(password, id, await accountsOf(tx, id, ''))
  return createAccount(tx, id, passwordHash)
}

async function make(
  tx: Tx,
  { name, ownerEmail, ownerName = ownerEmail.slice(0, MAX_NAME_LENGTH) }: NewOrganizationInput,
  { id: userId, email }: Person,
  accountId: string | null,
): Promise<Made> {
  const organization = one(
    await tx.orm.insert(organizations).values({ id: newId(), name }).returning(),
    'the insert of an organization',
  )
  const organizationId = organization.id
  const membership = one(
    await tx.orm
      .insert(memberships)
      .values({
        organizationId,
        userId,
        name: ownerName,
        role: 'ADMIN',
        accountId,
        acceptedAt: accountId === null ? null : sql`now()`,
      })
      .returning(),
    'the insert of a membership',
  )
  const { key } = await createApiKey(
    tx,
    { organizationId, userId, scopes: ['ADMIN'] },
    { name: 'First key', scopes: ['ADMIN'] },
  )
  return { organization, owner: userOf(membership, email), apiKey: key }
}

function check({ name, ownerEmail, ownerName }: NewOrganizationInput): void {
  const names = Object.entries({ name, ...(ownerName !== undefined && { ownerName }) })
  const wrong = names.flatMap(([field, text]) => [
    ...(isBlank(text) || text.length > MAX_NAME_LENGTH
      ? [
          refusedField(
            field,
            isBlank(text) ? 'too_short' : 'too_long',
            `must have 1 to ${MAX_NAME_LENGTH} characters`,
          ),
        ]
      : []),
    ...(isOneLine(text)
      ? []
      : [refusedField(field, 'wrong_format', 'must be one line without control characters')]),
  ])
  if (!isMailAddress(ownerEmail))
    wrong.push(refusedField('ownerEmail', 'wrong_format', 'must be an e-mail address'))
  refuseFields(wrong)
}
