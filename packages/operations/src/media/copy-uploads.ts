import type { Sql } from '@mediajobs/db'
import { mediaUploads } from '@mediajobs/db/schema'
import type { RefusedField } from '@mediajobs/domain'
import type { ObjectStore, StoredObject } from '@mediajobs/object-store'
import { create } from 'content-disposition'
import { and, eq, sql as raw } from 'drizzle-orm'
import pMap from 'p-map'
import { conflict, type OperationError, refusedField, refuseFields } from '../shared/errors.ts'
import { type FoundUpload, fieldOf, type UploadedFile } from './find-uploads.ts'
import type { FilePath } from './media.ts'
import type { Upload } from './presign.ts'

// A batch of a hundred files must not monopolize the store.
const CONCURRENCY = 8

/**
 * Copies uploads from staging to their final keys. Idempotent. Copies only the bytes the first confirm pinned, so neither
 * a later PUT nor a slow copy can change a recorded file.
 *
 * @throws {OperationError} `invalid` for missing bytes, or a size or content type that differs; `conflict`
 *   (`upload_changed`) after another PUT.
 * @throws {ObjectStoreUnavailable} without writing a record.
 */
export async function copyUploads(
  sql: Sql,
  found: readonly FoundUpload[],
  objectStore: ObjectStore,
  pathOf: FilePath,
): Promise<void> {
  const stats = await pMap(found, ({ upload }) => objectStore.stat(upload.stagingKey), {
    concurrency: CONCURRENCY,
  })
  const arrived: { one: FoundUpload; object: StoredObject }[] = []
  const problems: RefusedField[] = []
  for (const [at, one] of found.entries()) {
    const object = stats[at]
    const path = pathOf(one.index)
    if (!object) {
      problems.push(
        refusedField(
          `${path}${fieldOf(one.file)}`,
          'not_allowed',
          'has not been uploaded yet: PUT it to its uploadUrl first',
        ),
      )
    } else if (object.sizeBytes !== one.file.size) {
      problems.push(
        refusedField(
          `${path}size`,
          'not_allowed',
          `is ${one.file.size}, but ${object.sizeBytes} bytes were uploaded`,
        ),
      )
    } else if (mediaTypeOf(object.contentType) !== mediaTypeOf(one.upload.contentType)) {
      // Some stores let an upload URL copy another object with its type.
      problems.push(
        refusedField(`${path}${fieldOf(one.file)}`, 'not_allowed', typeProblem(object, one.upload)),
      )
    } else {
      arrived.push({ one, object })
    }
  }
  refuseFields(problems)
  await pMap(
    arrived,
    async ({ one: { upload, index, file }, object }) => {
      const etag = await pin(sql, upload, object.etag)
      if (etag !== object.etag) throw uploadChanged(pathOf(index), file)
      const copying = await objectStore.copy(upload.stagingKey, upload.key, object, {
        contentType: upload.contentType,
        contentDisposition: contentDispositionOf(upload),
      })
      if (copying !== 'copied') throw uploadChanged(pathOf(index), file)
    },
    { concurrency: CONCURRENCY },
  )
}

/** The ETag of the upload, pinned by the first confirm. */
async function pin({ orm }: Sql, upload: Upload, etag: string): Promise<string | undefined> {
  if (upload.etag !== null) return upload.etag
  const { organizationId, id, etag: pinned } = mediaUploads
  const [row] = await orm
    .update(mediaUploads)
    .set({ etag: raw`coalesce(${pinned}, ${etag})` })
    .where(and(eq(organizationId, upload.organizationId), eq(id, upload.id)))
    .returning({ etag: pinned })
  return row?.etag ?? undefined
}

/** The media type without parameters, in lower case (RFC 9110, 8.3.1). */
function mediaTypeOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase()
}

function typeProblem(object: StoredObject, upload: Upload): string {
  const uploaded = object.contentType || 'no content type'
  return `was uploaded as ${uploaded}, but ${upload.contentType} was presigned`
}

function uploadChanged(path: string, file: UploadedFile): OperationError {
  return conflict(
    'upload_changed',
    `${path && `${path}${fieldOf(file)}: `}Other bytes were uploaded during the confirm. ` +
      'Presign the file again.',
  ).at(`${path}${fieldOf(file)}`)
}

// Types that browsers display without running scripts, unlike HTML and XML such as SVG.
const SHOWN = /^(?:(?:image|video|audio)\/(?!.*xml)|application\/pdf$)/i

/**
 * The `Content-Disposition` of a confirmed file, from the presign and never from the upload: inline for images, video,
 * audio and PDF, attachment for anything else.
 */
function contentDispositionOf(upload: { contentType: string; filename: string }): string {
  const type = SHOWN.test(upload.contentType) ? 'inline' : 'attachment'
  return create(upload.filename, { type })
}
