import type { Sql } from '@mediajobs/db'
import { apiKeys } from '@mediajobs/db/schema'
import { and, desc, eq, sql as raw } from 'drizzle-orm'
import { type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'
import { type ApiKey, apiKeyColumns } from './api-key.ts'

/**
 * The organization's keys, newest first, with the revoked and the expired ones.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listApiKeys(
  sql: Sql,
  orgId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<ApiKey>> {
  const list = { list: 'api-keys' }
  const after = positionOf(cursor, list)
  const { organizationId, createdAt, id } = apiKeys
  const rows = await sql.orm
    .select(apiKeyColumns)
    .from(apiKeys)
    .where(
      and(
        eq(organizationId, orgId),
        after && raw`(${createdAt}, ${id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  return pageOf(rows, limit, list, (last) => ({ value: last.createdAt, id: last.id }))
}
