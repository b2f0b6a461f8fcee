import type { Sql } from '@mediajobs/db'
import { media } from '@mediajobs/db/schema'
import { and, eq, inArray } from 'drizzle-orm'
import type { Project } from '../projects/project.ts'
import { invalid } from '../shared/errors.ts'
import type { FoundUpload } from './find-uploads.ts'
import { type FilePath, notFoundAt } from './upload.ts'

/**
 * Checks that the originals of altered images are media of the same project.
 *
 * @throws {OperationError} `not_found`, or `invalid` for an original of another project.
 */
export async function expectOriginals(
  sql: Sql,
  orgId: string,
  projectId: string,
  found: readonly FoundUpload[],
  pathOf: FilePath,
): Promise<void> {
  const named = found.flatMap(({ file, index }) =>
    file.alteredFromMediaId == null ? [] : { id: file.alteredFromMediaId, path: pathOf(index) },
  )
  if (named.length === 0) return
  const projectOf = await projectsOf(
    sql,
    orgId,
    named.map(({ id }) => id),
  )
  for (const { id, path } of named)
    expectHome(projectOf.get(id), projectId, path, 'alteredFromMediaId')
}

/**
 * Checks that `id`, which a caller sent as `field`, is a medium of the project.
 *
 * @throws {OperationError} `not_found`, or `invalid` for a medium of another project.
 */
export async function expectMediaOf(
  sql: Sql,
  { organizationId, id: projectId }: Pick<Project, 'organizationId' | 'id'>,
  id: string,
  field: string,
): Promise<void> {
  const projectOf = await projectsOf(sql, organizationId, [id])
  expectHome(projectOf.get(id), projectId, '', field)
}

function expectHome(
  home: string | undefined,
  projectId: string,
  path: string,
  field: string,
): void {
  if (home === undefined) throw notFoundAt(path, field)
  if (home !== projectId)
    throw invalid(`${path}${field}`, 'not_allowed', 'is media of another project')
}

async function projectsOf(
  sql: Sql,
  orgId: string,
  ids: string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.orm
    .select({ id: media.id, projectId: media.projectId })
    .from(media)
    .where(and(eq(media.organizationId, orgId), inArray(media.id, ids)))
  return new Map(rows.map((row) => [row.id, row.projectId]))
}
