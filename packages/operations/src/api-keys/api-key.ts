import { apiKeys } from '@mediajobs/db/schema'
import { and, eq } from 'drizzle-orm'

/** The columns that are the record: no form of the key is among them but its first characters. */
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

/** Where the key `id` of `orgId` is. */
export function isApiKey(orgId: string, id: string) {
  return and(eq(apiKeys.organizationId, orgId), eq(apiKeys.id, id))
}
