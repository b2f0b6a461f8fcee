import type { Transaction } from '@mediajobs/db'
import { apiKeys, memberships, users } from '@mediajobs/db/schema'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type ApiKey, apiKeyColumns, isApiKey } from '../api-keys/api-key.ts'
import { revokeApiKey } from '../api-keys/revoke-api-key.ts'
import { noSuch, noSuchPerson } from '../not-there.ts'
import { getOrganization } from './organization.ts'

/** Which keys of an organization: those that match all that is given. */
export interface WhichKeys {
  id?: string | undefined
  /** Of this person's making. */
  email?: string | undefined
}

/**
 * Revokes keys of an organization: the next request that carries one of them is refused, by every
 * process. For operators.
 *
 * @returns those that were not revoked before.
 * @throws {OperationError} `not_found` for an organization, a key or a person that is not there.
 */
export async function revokeKeys(
  tx: Transaction,
  orgId: string,
  { id, email }: WhichKeys,
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
  throw noSuch('There is no such key in this organization.')
}
