import { newId, type Sql } from '@mediajobs/db'
import { mediaUploads } from '@mediajobs/db/schema'
import { MAX_MEDIA_OF_PROJECT, type MediaType, newObjectKeys } from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import type { Tx } from '@mediajobs/outbox'
import { notFound } from '../shared/errors.ts'
import { tooManyMedia } from './media.ts'
import { UPLOAD_URL_SECONDS } from './upload.ts'

/** A file that is about to be uploaded. */
export interface FileToUpload {
  filename: string
  contentType: string
  mediaType: MediaType
}

/** The URL for the upload of a file, and the URL of the file afterwards. */
export interface PresignedUpload {
  /** Takes a PUT with the file's content type for an hour. It needs no credential. */
  uploadUrl: string
  key: string
  /** The URL of the file after its confirm. */
  cdnUrl: string
}

// One row with the number of media of the project. No row when the project does not exist.
const COUNT_MEDIA = `
  select (
    select count(*) from media where organization_id = $1 and project_id = $2
  ) as count
  from projects where organization_id = $1 and id = $2`

/**
 * Makes an upload for each file. It sends no request to the object store.
 *
 * @throws {OperationError} `not_found`, or `conflict` (`too_many_media`) when the project is full.
 */
export async function presignUploads(
  tx: Tx,
  orgId: string,
  projectId: string,
  files: readonly FileToUpload[],
  objectStore: ObjectStore,
): Promise<PresignedUpload[]> {
  await expectRoom(tx, orgId, projectId)
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

/** The response of presign for `upload`. */
export async function presigned(
  upload: { stagingKey: string; contentType: string; key: string; cdnUrl: string },
  expiresInSeconds: number,
  objectStore: ObjectStore,
): Promise<PresignedUpload> {
  const { stagingKey, contentType, key, cdnUrl } = upload
  const uploadUrl = await objectStore.presignPut(stagingKey, contentType, expiresInSeconds)
  return { uploadUrl, key, cdnUrl }
}

async function expectRoom(sql: Sql, orgId: string, projectId: string): Promise<void> {
  const [project] = await sql.query<{ count: number }>(COUNT_MEDIA, [orgId, projectId])
  if (!project) throw notFound()
  if (project.count >= MAX_MEDIA_OF_PROJECT) throw tooManyMedia()
}
