// Raw SQL: a count and the existence of its project in one row.
import { newId, type Sql } from '@mediajobs/db'
import { mediaUploads } from '@mediajobs/db/schema'
import { MAX_MEDIA_OF_PROJECT, type MediaType, newObjectKeys } from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, inArray, isNull, sql as raw } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'
import { tooManyMedia } from './media.ts'
import { removeObjects } from './object-removals.ts'

export type Upload = typeof mediaUploads.$inferSelect

// docs/interface.md#i4-url-hour
export const UPLOAD_URL_SECONDS = 3_600
// docs/contract.md#c6-unconfirmed
const UPLOAD_LIFE_SECONDS = 86_400
// A PUT started just before its URL expired may still run.
const UNDER_WAY_SECONDS = 300

/** Age at which an unconfirmed upload is swept: past its last PUT. */
export const SWEEP_AFTER_SECONDS = UPLOAD_LIFE_SECONDS + UNDER_WAY_SECONDS

/** Time until the last PUT to a URL signed now. */
export const STAGING_SECONDS = UPLOAD_URL_SECONDS + UNDER_WAY_SECONDS

export interface FileToUpload {
  filename: string
  contentType: string
  mediaType: MediaType
}

export interface PresignedUpload {
  /** Accepts a PUT of the content type for an hour. */
  uploadUrl: string
  key: string
  /** Valid after the confirm. */
  cdnUrl: string
}

// No row if the project doesn't exist.
const COUNT_MEDIA = `
  select (
    select count(*) from media where organization_id = $1 and project_id = $2
  ) as count
  from projects where organization_id = $1 and id = $2`

/**
 * Presigns an upload for each file, without a request to the object store.
 *
 * @throws {OperationError} `not_found`, or `conflict` (`too_many_media`).
 */
export async function presignUploads(
  tx: Tx,
  orgId: string,
  projectId: string,
  files: readonly FileToUpload[],
  objectStore: ObjectStore,
): Promise<PresignedUpload[]> {
  const [project] = await tx.query<{ count: number }>(COUNT_MEDIA, [orgId, projectId])
  if (!project) throw notFound().at('projectId')
  if (project.count >= MAX_MEDIA_OF_PROJECT) throw tooManyMedia()
  const uploads = files.map(({ filename, contentType, mediaType }) => {
    const keys = newObjectKeys(orgId, filename)
    return {
      ...keys,
      organizationId: orgId,
      id: newId(),
      projectId,
      filename,
      contentType,
      type: mediaType,
      cdnUrl: objectStore.cdnUrl(keys.key),
    }
  })
  await tx.orm.insert(mediaUploads).values(uploads)
  return Promise.all(uploads.map((upload) => presigned(upload, UPLOAD_URL_SECONDS, objectStore)))
}

async function presigned(
  upload: { stagingKey: string; contentType: string; key: string; cdnUrl: string },
  expiresInSeconds: number,
  objectStore: ObjectStore,
): Promise<PresignedUpload> {
  const { stagingKey, contentType, key, cdnUrl } = upload
  const uploadUrl = await objectStore.presignPut(stagingKey, contentType, expiresInSeconds)
  return { uploadUrl, key, cdnUrl }
}

/**
 * Signs uploads again for a replayed presign, in the order of `keys`. A URL never outlives its upload.
 *
 * @throws {OperationError} `not_found` if one of the uploads was removed.
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
