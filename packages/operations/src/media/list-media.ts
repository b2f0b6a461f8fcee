import type { Sql } from '@mediajobs/db'
import { media, projects } from '@mediajobs/db/schema'
import { and, asc, eq } from 'drizzle-orm'
import { notFound } from '../errors.ts'
import type { Page } from '../paging.ts'
import { isProject } from '../projects/project.ts'
import type { Media } from './media.ts'

/**
 * All media of a project in their order, on one page.
 *
 * @throws {OperationError} `not_found`.
 */
export async function listMedia(sql: Sql, orgId: string, projectId: string): Promise<Page<Media>> {
  const rows = await sql.orm
    .select({ projectId: projects.id, media })
    .from(projects)
    .leftJoin(
      media,
      and(eq(media.organizationId, projects.organizationId), eq(media.projectId, projects.id)),
    )
    .where(isProject(orgId, projectId))
    .orderBy(asc(media.position), asc(media.id))
  if (rows.length === 0) throw notFound()
  return { data: rows.flatMap((row) => row.media ?? []), nextCursor: null }
}
