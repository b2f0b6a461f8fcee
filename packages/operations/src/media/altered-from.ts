import type { Sql } from '@mediajobs/db'
import { media } from '@mediajobs/db/schema'
import { and, eq, inArray } from 'drizzle-orm'
import { invalid } from '../errors.ts'
import type { FoundUpload } from './find-uploads.ts'
import { type FilePath, notFoundAt } from './upload.ts'

const FIELD = 'alteredFromMediaId'

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
  const ids = found.flatMap(({ file }) => file.alteredFromMediaId ?? [])
  if (ids.length === 0) return
  const rows = await sql.orm
    .select({ id: media.id, projectId: media.projectId })
    .from(media)
    .where(and(eq(media.organizationId, orgId), inArray(media.id, ids)))
  const projectOf = new Map(rows.map((row) => [row.id, row.projectId]))
  for (const { file, index } of found) {
    if (file.alteredFromMediaId == null) continue
    const home = projectOf.get(file.alteredFromMediaId)
    if (home === undefined) throw notFoundAt(pathOf(index), FIELD)
    if (home !== projectId) throw invalid(`${pathOf(index)}${FIELD} is media of another project`)
  }
}
