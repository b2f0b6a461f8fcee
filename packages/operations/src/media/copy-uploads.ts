import type { Sql } from '@mediajobs/db'
import type { ObjectStore, StoredObject } from '@mediajobs/object-store'
import pMap from 'p-map'
import { conflict, invalid, type OperationError } from '../errors.ts'
import { contentDispositionOf } from './content-disposition.ts'
import { type FoundUpload, fieldOf, type UploadedFile } from './find-uploads.ts'
import type { FilePath, Upload } from './upload.ts'

// A batch of a hundred shares the store with everyone else.
const CONCURRENCY = 8

const PIN = `
  update media_uploads set etag = coalesce(etag, $3)
  where organization_id = $1 and id = $2
  returning etag`

/**
 * Copies each upload's bytes from where they were put to where they stay. Only the bytes that the
 * first confirm found are ever copied, so neither a later PUT nor a copy that takes its time can
 * change what another confirm has made a record of. It can be repeated, and writes no record.
 *
 * @throws {OperationError} `invalid` where bytes are missing, are not as many as was said, or have
 *   another content type than was presigned; `conflict` (`upload_changed`) where others were put since.
 * @throws {ObjectStoreUnavailable} and nothing is recorded.
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
  const problems: string[] = []
  for (const [at, one] of found.entries()) {
    const object = stats[at]
    const path = pathOf(one.index)
    if (!object) {
      problems.push(`${path}${fieldOf(one.file)} has no bytes yet: PUT them to its uploadUrl first`)
    } else if (object.sizeBytes !== one.file.size) {
      problems.push(`${path}size is ${one.file.size}, but ${object.sizeBytes} bytes were uploaded`)
    } else if (mediaTypeOf(object.contentType) !== mediaTypeOf(one.upload.contentType)) {
      // Some stores let an upload address copy another object. The copy keeps that one's type.
      problems.push(`${path}${fieldOf(one.file)} ${typeProblem(object, one.upload)}`)
    } else {
      arrived.push({ one, object })
    }
  }
  if (problems.length > 0) throw invalid(problems)
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

/** The ETag that this upload is confirmed with: the first that anyone wanted to. */
async function pin(sql: Sql, upload: Upload, etag: string): Promise<string | undefined> {
  if (upload.etag !== null) return upload.etag
  const values = [upload.organizationId, upload.id, etag]
  const [row] = await sql.query<{ etag: string }>(PIN, values)
  return row?.etag
}

/** A content type without its parameters: types are alike in either case (RFC 9110, 8.3.1). */
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
    `${path && `${path}${fieldOf(file)}: `}Other bytes were put to this upload while it was being confirmed. ` +
      'Presign the file again.',
  )
}
