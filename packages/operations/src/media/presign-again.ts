import type { Sql } from '@mediajobs/db'
import { mediaUploads } from '@mediajobs/db/schema'
import type { ObjectStore } from '@mediajobs/object-store'
import { and, eq, inArray, isNull, sql as raw } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'
import { removeObjects } from './object-removals.ts'
import { type PresignedUpload, presigned } from './presign-uploads.ts'
import { STAGING_SECONDS, UPLOAD_LIFE_SECONDS, UPLOAD_URL_SECONDS } from './upload.ts'

/**
 * Signs uploads again, for a repeated presign: the same object keys, in the order of `keys`. A URL never
 * works for longer than its upload exists.
 *
 * @throws {OperationError} `not_found` when one of the uploads was removed.
 */
export async function presignAgain(
  sql: Sql,
  orgId: string,
  keys: readonly string[],
  objectStore: ObjectStore,
): Promise<PresignedUpload[]> {
  const rows = await sql.orm
    .select({
      upload: mediaUploads,
      leftSeconds: raw<number>`floor(
        ${UPLOAD_LIFE_SECONDS} - extract(epoch from now() - ${mediaUploads.createdAt})
      )::int`,
    })
    .from(mediaUploads)
    .where(
      and(
        eq(mediaUploads.organizationId, orgId),
        inArray(mediaUploads.key, [...keys]),
        isNull(mediaUploads.sweptAt),
      ),
    )
  const uploads = keys.map((key) => {
    const row = rows.find(({ upload }) => upload.key === key)
    if (!row || row.leftSeconds < 1) throw notFound()
    return row
  })
  const confirmed = uploads.filter(({ upload }) => upload.mediaId !== null)
  if (confirmed.length > 0) {
    const stagingKeys = confirmed.map(({ upload }) => upload.stagingKey)
    await removeObjects(sql, orgId, stagingKeys, STAGING_SECONDS)
  }
  return Promise.all(
    uploads.map(({ upload, leftSeconds }) =>
      presigned(upload, Math.min(UPLOAD_URL_SECONDS, leftSeconds), objectStore),
    ),
  )
}
