import type { Transaction } from '@mediajobs/db'
import { apiKeys, memberships, users } from '@mediajobs/db/schema'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type ApiKey, apiKeyColumns, isApiKey, revokeApiKey } from '../api-keys.ts'
import { noSuch, noSuchPerson } from '../shared/errors.ts'
import { getOrganization } from './organization.ts'

/** Selects keys that match all given fields. */
export interface KeySelection {
  id?: string | undefined
  /** The creator's. */
  email?: string | undefined
}

/**
 * Revokes keys of an organization, for every process at once. For operators.
 *
 * @returns the newly revoked keys
 * @throws {OperationError} `not_found` for an unknown organization, key or person.
 */
export async function revokeKeys(
  tx: Transaction,
  orgId: string,
  { id, email }: KeySelection,
): Promise<ApiKey[]> {
  await getOrganization(tx, orgId)
  const userId = email === undefined ? undefined : await memberWith(tx, orgId, email)
  if (id !== undefined) await expectKey(tx, orgId, id, userId)
  const { organizationId, createdByUserId, revokedAt, createdAt } = apiKeys
  const live = await tx.orm
    .select(apiKeyColumns)
    .from(apiKeys)
    .where(
      and(
        eq(organizationId, orgId),
        isNull(revokedAt),
        id === undefined ? undefined : eq(apiKeys.id, id),
        userId === undefined ? undefined : eq(createdByUserId, userId),
      ),
    )
    .orderBy(asc(createdAt), asc(apiKeys.id))
    .for('no key update')
  for (const key of live) await revokeApiKey(tx, orgId, key.id)
  return live
}

async function memberWith(tx: Transaction, orgId: string, email: string): Promise<string> {
  const [member] = await tx.orm
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, orgId), sql`lower(${users.email}) = lower(${email})`))
  if (!member) throw noSuchPerson(email, orgId)
  return member.userId
}

async function expectKey(
  tx: Transaction,
  orgId: string,
  id: string,
  userId: string | undefined,
): Promise<void> {
  const [key] = await tx.orm
    .select({ madeBy: apiKeys.createdByUserId })
    .from(apiKeys)
    .where(isApiKey(orgId, id))
  if (key && (userId === undefined || key.madeBy === userId)) return
  throw noSuch('This organization has no such key.')
}
