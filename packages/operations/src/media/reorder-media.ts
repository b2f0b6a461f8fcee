import { CHANGE_TIME, media } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import type { CdnUrl } from '../previews.ts'
import { lockProject } from '../projects/project.ts'
import { invalid } from '../shared/errors.ts'
import type { Page } from '../shared/paging.ts'
import { listMedia } from './list-media.ts'
import { isOfProject, type Media } from './media.ts'

const REORDER = `
  update media set position = wanted.position, updated_at = ${CHANGE_TIME}
  from unnest($3::uuid[]) with ordinality as wanted (id, position)
  where media.organization_id = $1 and media.project_id = $2 and media.id = wanted.id
    and media.position <> wanted.position`

/**
 * Puts a project's media into the order of `mediaIds`, and returns the list. `mediaIds` must have all media
 * of the project, each once.
 *
 * @throws {OperationError} `not_found`, or one `invalid` for an id that is missing, repeated or unknown.
 */
export async function reorderMedia(
  tx: Tx,
  orgId: string,
  projectId: string,
  mediaIds: readonly string[],
  cdnUrl: CdnUrl,
): Promise<Page<Media>> {
  // While the project is locked, no media are added or deleted.
  await lockProject(tx, orgId, projectId)
  const rows = await tx.orm
    .select({ id: media.id })
    .from(media)
    .where(isOfProject(orgId, projectId))
  const present = new Set(rows.map(({ id }) => id))
  const named = new Set(mediaIds)
  const isWhole =
    mediaIds.length === present.size &&
    named.size === present.size &&
    mediaIds.every((id) => present.has(id))
  if (!isWhole)
    throw invalid('mediaIds', 'not_allowed', 'must name all media of the project, each once')
  await tx.query(REORDER, [orgId, projectId, mediaIds])
  return listMedia(tx, orgId, projectId, cdnUrl)
}
