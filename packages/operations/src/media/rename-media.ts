import { one } from '@mediajobs/db'
import { media } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import { expectRecord, type IsExpected } from '../expected-record.ts'
import type { CdnUrl } from '../previews/preview.ts'
import { isMedia, lockMedia, type Media, toMedia } from './media.ts'

/**
 * Gives a media item another file name. Its URL stays. An equal name changes nothing.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`.
 */
export async function renameMedia(
  tx: Tx,
  orgId: string,
  id: string,
  filename: string,
  cdnUrl: CdnUrl,
  isExpected?: IsExpected<Media>,
): Promise<Media> {
  const locked = await lockMedia(tx, orgId, id)
  const before = toMedia(locked, cdnUrl)
  expectRecord(before, isExpected)
  if (before.filename === filename) return before
  const renamed = one(
    await tx.orm
      .update(media)
      .set({ filename, updatedAt: sql`now()` })
      .where(isMedia(orgId, id))
      .returning(),
    'the update of a locked media item',
  )
  return toMedia({ ...locked, media: renamed }, cdnUrl)
}
