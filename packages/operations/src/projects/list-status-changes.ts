import type { Sql } from '@mediajobs/db'
import { projectStatusChanges } from '@mediajobs/db/schema'
import { and, desc, eq, lt } from 'drizzle-orm'
import { type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'
import { getProject } from './get-project.ts'

export type StatusChange = typeof projectStatusChanges.$inferSelect

/**
 * A project's status history, newest first.
 *
 * @throws {OperationError} `not_found`, or `invalid` for a cursor of another list.
 */
export async function listStatusChanges(
  sql: Sql,
  orgId: string,
  projectId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<StatusChange>> {
  const list = { list: 'status-changes', projectId }
  const after = positionOf(cursor, list)
  await getProject(sql, orgId, projectId)
  const rows = await sql.orm
    .select()
    .from(projectStatusChanges)
    .where(
      and(
        eq(projectStatusChanges.organizationId, orgId),
        eq(projectStatusChanges.projectId, projectId),
        after && lt(projectStatusChanges.id, after.id),
      ),
    )
    .orderBy(desc(projectStatusChanges.id))
    .limit(limit + 1)
  return pageOf(rows, limit, list, (last) => ({ value: last.changedAt, id: last.id }))
}
