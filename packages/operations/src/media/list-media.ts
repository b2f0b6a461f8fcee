import type { Sql } from '@mediajobs/db'
import { media, mediaPreviews, projects } from '@mediajobs/db/schema'
import { and, asc, eq } from 'drizzle-orm'
import { type CdnUrl, previewColumns } from '../previews.ts'
import { isProject } from '../projects/project.ts'
import { notFound } from '../shared/errors.ts'
import type { Page } from '../shared/paging.ts'
import { isItsPreview, type Media, toMedia } from './media.ts'

/**
 * All media of a project in their order, on one page.
 *
 * @throws {OperationError} `not_found`.
 */
export async function listMedia(
  sql: Sql,
  orgId: string,
  projectId: string,
  cdnUrl: CdnUrl,
): Promise<Page<Media>> {
  const rows = await sql.orm
    .select({ projectId: projects.id, media, preview: previewColumns })
    .from(projects)
    .leftJoin(
      media,
      and(eq(media.organizationId, projects.organizationId), eq(media.projectId, projects.id)),
    )
    .leftJoin(mediaPreviews, isItsPreview)
    .where(isProject(orgId, projectId))
    .orderBy(asc(media.position), asc(media.id))
  if (rows.length === 0) throw notFound()
  const data = rows.flatMap(({ media, preview }) =>
    media ? toMedia({ media, preview }, cdnUrl) : [],
  )
  return { data, nextCursor: null }
}
