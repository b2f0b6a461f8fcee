import type { Sql } from '@mediajobs/db'
import { apiKeys } from '@mediajobs/db/schema'
import { sql as raw } from 'drizzle-orm'
import { notFound } from '../errors.ts'
import { isApiKey } from './api-key.ts'

/**
 * Revokes a key: the next request that carries it is refused, by every process. Revoked again, it
 * keeps the time of the first.
 *
 * @throws {OperationError} `not_found`.
 */
export async function revokeApiKey(sql: Sql, orgId: string, id: string): Promise<void> {
  const revoked = await sql.orm
    .update(apiKeys)
    .set({ revokedAt: raw`coalesce(${apiKeys.revokedAt}, clock_timestamp())` })
    .where(isApiKey(orgId, id))
    .returning({ id: apiKeys.id })
  if (revoked.length === 0) throw notFound()
}
