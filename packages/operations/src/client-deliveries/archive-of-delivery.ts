import type { DeliveredFile } from './delivered-media.ts'

/** The archive of all files of a client delivery. */
export interface ArchiveOfDelivery {
  /** NONE: there are no files, or the service offers no archives. PREPARING: a checksum is still missing. */
  state: 'READY' | 'PREPARING' | 'NONE'
  /** Bytes of all files. */
  originalBytes: number
  /** Bytes with pictures in the MLS size. A file without this size counts as it was uploaded. */
  mlsBytes: number
}

export function archiveOf(
  files: readonly DeliveredFile[],
  hasArchives: boolean,
): ArchiveOfDelivery {
  let originalBytes = 0
  let mlsBytes = 0
  for (const each of files) {
    originalBytes += each.file.size
    mlsBytes += each.mlsBytes ?? each.file.size
  }
  const state = files.every(({ hasChecksum }) => hasChecksum) ? 'READY' : 'PREPARING'
  return {
    state: hasArchives && files.length > 0 ? state : 'NONE',
    originalBytes,
    mlsBytes,
  }
}
