import type { Sql } from '@mediajobs/db'
import { type ArchivedFile, archivedFiles, type OpenArchive } from '@mediajobs/operations/archives'
import { LRUCache } from 'lru-cache'
import { entryNames } from './entry-names.ts'
import { layOut, type ZipLayout } from './zip-layout.ts'

/** A file of an archive, with its name in the archive. */
export type ArchiveEntry = ArchivedFile & { name: string }

export type ArchiveLayout = ZipLayout<ArchiveEntry>

// Two parts are one file, with 1 kB of records and names: 20 MB for the layouts of a process.
const KEPT_PARTS = 40_000
const KEEP_MS = 300_000

/**
 * The layouts of the archives that are read now. A layout of a thousand files costs 30 ms of a processor, and a
 * download asks for it again with each span, so it is kept as long as its archive has the same version.
 */
export function createArchiveLayouts(sql: Sql) {
  const kept = new LRUCache<string, ArchiveLayout>({
    maxSize: KEPT_PARTS,
    sizeCalculation: ({ parts }) => parts.length,
    ttl: KEEP_MS,
  })

  /** @returns `null` when a file of the archive was deleted */
  return async (archive: OpenArchive): Promise<ArchiveLayout | null> => {
    const key = `${archive.id} ${archive.version}`
    const found = kept.get(key)
    if (found) return found
    const files = await archivedFiles(sql, archive)
    if (!files) return null
    const names = entryNames(files.map(({ filename }) => filename))
    const layout = layOut(files.map((file, n) => ({ ...file, name: names[n] ?? file.filename })))
    kept.set(key, layout)
    return layout
  }
}
