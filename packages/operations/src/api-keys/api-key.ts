import { apiKeys } from '@mediajobs/db/schema'
import { and, eq } from 'drizzle-orm'

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
}

export type ApiKey = Pick<typeof apiKeys.$inferSelect, keyof typeof apiKeyColumns>

/** SQL condition: the row is the key `id` of `orgId`. */
export function isApiKey(orgId: string, id: string) {
  return and(eq(apiKeys.organizationId, orgId), eq(apiKeys.id, id))
}
