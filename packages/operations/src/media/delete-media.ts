import { media } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { conflict, notFound } from '../errors.ts'
import { expectRecord, type IsExpected } from '../expected-record.ts'
import { lockProject } from '../projects/project.ts'
import { getMedia } from './get-media.ts'
import { isMedia, lockMedia, type Media } from './media.ts'
import { removeObjects } from './object-removals.ts'

/**
 * Deletes a media item. Its object is removed after the commit. A picture that was altered from it keeps
 * its id as the original.
 *
 * @throws {OperationError} `not_found`; `precondition_failed`; `conflict` (`original_delivered`) for the
 *   original of a picture of a delivered project.
 */
export async function deleteMedia(
  tx: Tx,
  orgId: string,
  id: string,
  isExpected?: IsExpected<Media>,
): Promise<void> {
  const { projectId } = await getMedia(tx, orgId, id)
  const { status } = await lockProject(tx, orgId, projectId)
  // Locked after its project: every change of both takes the locks in this order.
  if (isExpected) expectRecord(await lockMedia(tx, orgId, id), isExpected)
  if (status === 'DELIVERED') await refuseOriginal(tx, orgId, projectId, id)
  const [deleted] = await tx.orm
    .delete(media)
    .where(isMedia(orgId, id))
    .returning({ key: media.key })
  if (!deleted) throw notFound()
  await removeObjects(tx, orgId, [deleted.key])
}

// docs/contract.md#c11-original-delivered: the client must be able to see the original of an altered
// picture.
async function refuseOriginal(tx: Tx, orgId: string, projectId: string, id: string): Promise<void> {
  const [altered] = await tx.orm
    .select({ id: media.id })
    .from(media)
    .where(
      and(
        eq(media.organizationId, orgId),
        eq(media.projectId, projectId),
        eq(media.alteredFromMediaId, id),
      ),
    )
    .limit(1)
  if (!altered) return
  throw conflict(
    'original_delivered',
    `The delivered picture ${altered.id} was altered from this one. Delete that picture first.`,
  )
}
