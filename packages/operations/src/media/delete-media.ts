import { media } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { notFound } from '../errors.ts'
import { lockProject } from '../projects/project.ts'
import { getMedia } from './get-media.ts'
import { isMedia } from './media.ts'
import { removeObjects } from './object-removals.ts'

/**
 * Deletes a media item; its object is removed after the commit. One that was altered from it keeps
 * saying so.
 *
 * @throws {OperationError} `not_found`.
 */
export async function deleteMedia(tx: Tx, orgId: string, id: string): Promise<void> {
  const { projectId } = await getMedia(tx, orgId, id)
  await lockProject(tx, orgId, projectId)
  const [deleted] = await tx.orm
    .delete(media)
    .where(isMedia(orgId, id))
    .returning({ key: media.key })
  if (!deleted) throw notFound()
  await removeObjects(tx, orgId, [deleted.key])
}
