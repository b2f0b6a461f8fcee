import type { Sql } from '@mediajobs/db'
import type { RefusedField } from '@mediajobs/domain'
import type { ObjectStore, StoredObject } from '@mediajobs/object-store'
import pMap from 'p-map'
import { conflict, type OperationError, refusedField, refuseFields } from '../shared/errors.ts'
import { contentDispositionOf } from './content-disposition.ts'
import { type FoundUpload, fieldOf, type UploadedFile } from './find-uploads.ts'
import type { FilePath, Upload } from './upload.ts'

// A batch can have a hundred files. It must leave room in the store for other callers.
const CONCURRENCY = 8

const PIN = `
  update media_uploads set etag = coalesce(etag, $3)
  where organization_id = $1 and id = $2
  returning etag`

/**
 * Copies the bytes of each upload from its staging key to its final key. Only the bytes that the first
 * confirm found are copied. So no later PUT and no slow copy can change a file that has a record. It can
 * be repeated. It writes no record.
 *
 * @throws {OperationError} `invalid` when bytes are missing, have another size than the file says, or have
 *   another content type than was presigned; `conflict` (`upload_changed`) after another PUT.
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
          'has no bytes yet: PUT them to its uploadUrl first',
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
      // Some stores let an upload URL copy another object. The copy has the type of that object.
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

/** The ETag with which this upload is confirmed. The first confirm of an upload sets it. */
async function pin(sql: Sql, upload: Upload, etag: string): Promise<string | undefined> {
  if (upload.etag !== null) return upload.etag
  const values = [upload.organizationId, upload.id, etag]
  const [row] = await sql.query<{ etag: string }>(PIN, values)
  return row?.etag
}

/** A content type without its parameters, in lower case: types ignore case (RFC 9110, 8.3.1). */
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
    `${path && `${path}${fieldOf(file)}: `}Other bytes were uploaded while this upload was confirmed. ` +
      'Presign the file again.',
  ).at(`${path}${fieldOf(file)}`)
}
