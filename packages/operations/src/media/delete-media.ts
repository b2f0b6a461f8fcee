import { media } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import type { CdnUrl } from '../previews.ts'
import { lockProject } from '../projects/project.ts'
import { keepObjectOfPages } from '../public-originals.ts'
import { conflict } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import { isMedia, lockMedia, type Media, projectOf, toMedia } from './media.ts'
import { removeObjects } from './object-removals.ts'
import { removeDerivatives } from './remove-derivatives.ts'

/**
 * Deletes a media item. Its objects are removed after the commit, except a picture that a public page shows.
 * A picture that was altered from it still names its id as the original.
 *
 * @throws {OperationError} `not_found`; `precondition_failed`; `conflict` (`original_delivered`) for the
 *   original of a picture of a delivered project.
 */
export async function deleteMedia(
  tx: Tx,
  orgId: string,
  id: string,
  cdnUrl: CdnUrl,
  isExpected?: IsExpected<Media>,
): Promise<void> {
  const projectId = await projectOf(tx, orgId, id)
  const { status } = await lockProject(tx, orgId, projectId)
  // Locked after its project: every change of both takes the locks in this order.
  const locked = await lockMedia(tx, orgId, id)
  expectRecord(toMedia(locked, cdnUrl), isExpected)
  if (status === 'DELIVERED') await refuseOriginal(tx, orgId, projectId, id)
  await tx.orm.delete(media).where(isMedia(orgId, id))
  const kept = await keepObjectOfPages(tx, locked.media, locked.preview)
  if (kept !== locked.media.key) await removeObjects(tx, orgId, [locked.media.key])
  if (locked.preview) await removeDerivatives(tx, orgId, [locked.preview], kept)
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
