import type { DeliveredFile } from './delivered-media.ts'

/** What a client can download of a delivery in one archive. */
export interface ArchiveOfDelivery {
  /** NONE: there is nothing to download, or no archives. PREPARING: a checksum is missing still. */
  state: 'READY' | 'PREPARING' | 'NONE'
  /** Bytes of all files. */
  originalBytes: number
  /** The same with pictures in the MLS size. What has no such size counts as it is. */
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
  const state = files.every(({ isSummed }) => isSummed) ? 'READY' : 'PREPARING'
  return {
    state: hasArchives && files.length > 0 ? state : 'NONE',
    originalBytes,
    mlsBytes,
  }
}
