import type { ObjectStore } from '@mediajobs/object-store'
import type { Store } from '@mediajobs/outbox'
import { copyUploads } from './copy-uploads.ts'
import { type FoundUpload, fieldOf, findUploads, type UploadedFile } from './find-uploads.ts'
import { type Media, type MediaRow, toMedia } from './media.ts'
import { expectOriginals } from './media-of-project.ts'
import { removeObjects } from './object-removals.ts'
import { recordMedia, UploadGone } from './record-media.ts'
import { type FilePath, notFoundAt } from './upload.ts'

/** The files of one confirm. All of them are confirmed, or none. */
export interface Confirmation {
  projectId: string
  files: readonly UploadedFile[]
  /** The beginning of messages about a file. */
  pathOf: FilePath
}

/** The records, in the order of the files. `isNew` is false when all files were confirmed before. */
export interface Confirmed {
  records: Media[]
  isNew: boolean
}

/**
 * Confirms uploads: first the bytes are copied to their final place, outside a transaction. Then all
 * records are written in one transaction. Both steps can be repeated, after a crash or by parallel callers:
 * an upload has one record, and a later caller gets the same.
 *
 * @throws {OperationError} as `findUploads`, `copyUploads` and `recordMedia`.
 * @throws {ObjectStoreUnavailable} without writing a record.
 */
export async function confirmUploads(
  store: Pick<Store, 'sql' | 'transaction'>,
  orgId: string,
  { projectId, files, pathOf }: Confirmation,
  objectStore: ObjectStore,
): Promise<Confirmed> {
  const find = () => findUploads(store.sql, orgId, projectId, files, pathOf)
  const found = await find()
  const waiting = unconfirmed(found)
  if (waiting.length === 0) return asBefore(found, objectStore)
  await expectOriginals(store.sql, orgId, projectId, waiting, pathOf)
  try {
    await copyUploads(store.sql, waiting, objectStore, pathOf)
  } catch (error) {
    // Another confirm may have finished first. Then its records are the result, and this error is ignored.
    const now = await find()
    if (unconfirmed(now).length > 0) throw error
    return asBefore(now, objectStore)
  }
  try {
    const recorded = await store.transaction((tx) =>
      recordMedia(tx, orgId, projectId, found, pathOf),
    )
    return confirmed(recorded.records, recorded.isNew, objectStore)
  } catch (error) {
    if (!(error instanceof UploadGone)) throw error
    const { index, upload, file } = error.found
    // This confirm copied the object again after it had been removed.
    await removeObjects(store.sql, orgId, [upload.key])
    throw notFoundAt(pathOf(index), fieldOf(file))
  }
}

function unconfirmed(found: readonly FoundUpload[]): FoundUpload[] {
  return found.filter(({ record }) => record === null)
}

function asBefore(found: readonly FoundUpload[], objectStore: ObjectStore): Confirmed {
  const rows = found.flatMap(({ record }) => record ?? [])
  return confirmed(rows, false, objectStore)
}

function confirmed(
  rows: readonly MediaRow[],
  isNew: boolean,
  { cdnUrl }: Pick<ObjectStore, 'cdnUrl'>,
): Confirmed {
  return { records: rows.map((row) => toMedia(row, cdnUrl)), isNew }
}
