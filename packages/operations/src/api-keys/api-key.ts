import type { Transaction } from '@mediajobs/db'
import { apiKeys } from '@mediajobs/db/schema'
import { and, eq, sql } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'

/** The columns of the record. Of the key itself they have only its first characters. */
export const apiKeyColumns = {
  id: apiKeys.id,
  organizationId: apiKeys.organizationId,
  name: apiKeys.name,
  scopes: apiKeys.scopes,
  prefix: apiKeys.prefix,
  createdByUserId: apiKeys.createdByUserId,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
  revokedAt: apiKeys.revokedAt,
  replacedById: apiKeys.replacedById,
}

export type ApiKey = Pick<typeof apiKeys.$inferSelect, keyof typeof apiKeyColumns>

/** SQL condition: the row is the key `id` of `orgId`. */
export function isApiKey(orgId: string, id: string) {
  return and(eq(apiKeys.organizationId, orgId), eq(apiKeys.id, id))
}

/** SQL: whether the key's expiry has passed, by the database's clock. */
export const isExpired = sql<boolean>`coalesce(${apiKeys.expiresAt} <= clock_timestamp(), false)`

/** @throws {OperationError} `not_found`. */
export async function lockApiKey(
  tx: Transaction,
  orgId: string,
  id: string,
): Promise<ApiKey & { isExpired: boolean }> {
  const [key] = await tx.orm
    .select({ ...apiKeyColumns, isExpired })
    .from(apiKeys)
    .where(isApiKey(orgId, id))
    .for('no key update')
  if (!key) throw notFound()
  return key
}
