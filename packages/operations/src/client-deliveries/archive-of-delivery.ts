import type { DeliveredFile } from './delivered-media.ts'

/** The archive of all files of a client delivery. */
export interface ArchiveOfDelivery {
  /** NONE: there are no files, or the service offers no archives. PREPARING: a checksum is still missing. */
  state: 'READY' | 'PREPARING' | 'NONE'
  /** Bytes of all files. */
  originalBytes: number
  /** Bytes with pictures in the MLS size. */
  mlsBytes: number
}

export function archiveOf(
  files: readonly DeliveredFile[],
  hasArchives: boolean,
): ArchiveOfDelivery {
  let originalBytes = 0
  let mlsBytes = 0
  for (const { file } of files) {
    originalBytes += file.size
    mlsBytes += file.mlsBytes
  }
  const state = files.every(({ hasChecksum }) => hasChecksum) ? 'READY' : 'PREPARING'
  return {
    state: hasArchives && files.length > 0 ? state : 'NONE',
    originalBytes,
    mlsBytes,
  }
}
