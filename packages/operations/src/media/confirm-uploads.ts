import type { ObjectStore } from '@mediajobs/object-store'
import type { Store } from '@mediajobs/outbox'
import { expectOriginals } from './altered-from.ts'
import { copyUploads } from './copy-uploads.ts'
import { type FoundUpload, fieldOf, findUploads, type UploadedFile } from './find-uploads.ts'
import type { Media } from './media.ts'
import { removeObjects } from './object-removals.ts'
import { recordMedia, UploadGone } from './record-media.ts'
import { type FilePath, notFoundAt } from './upload.ts'

/** What is confirmed together: all of it or nothing. */
export interface Confirmation {
  projectId: string
  files: readonly UploadedFile[]
  /** What messages about a file begin with. */
  pathOf: FilePath
}

/** In the order of the files. `isNew` is false when all of them had been confirmed before. */
export interface Confirmed {
  records: Media[]
  isNew: boolean
}

/**
 * Makes media of uploads. The bytes are copied to their place first, outside any transaction; then
 * all records are written in one. Both can be repeated, after a crash or by fifty callers at once:
 * an upload has one record, and whoever comes later gets it.
 *
 * @throws {OperationError} as `findUploads`, `copyUploads` and `recordMedia`.
 * @throws {ObjectStoreUnavailable} and nothing is recorded.
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
  if (waiting.length === 0) return asBefore(found)
  await expectOriginals(store.sql, orgId, projectId, waiting, pathOf)
  try {
    await copyUploads(store.sql, waiting, objectStore, pathOf)
  } catch (error) {
    // Another confirm may have been quicker; then it does not matter what has become of the bytes.
    const now = await find()
    if (unconfirmed(now).length > 0) throw error
    return asBefore(now)
  }
  try {
    return await store.transaction((tx) => recordMedia(tx, orgId, projectId, found, pathOf))
  } catch (error) {
    if (!(error instanceof UploadGone)) throw error
    const { index, upload, file } = error.found
    // It was copied once more after its object had been removed.
    await removeObjects(store.sql, orgId, [upload.key])
    throw notFoundAt(pathOf(index), fieldOf(file))
  }
}

function unconfirmed(found: readonly FoundUpload[]): FoundUpload[] {
  return found.filter(({ record }) => record === null)
}

function asBefore(found: readonly FoundUpload[]): Confirmed {
  return { records: found.flatMap(({ record }) => record ?? []), isNew: false }
}
