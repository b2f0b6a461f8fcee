import type { ArchivedFile, OpenArchive } from '@mediajobs/operations/archives'
import { entryNames } from './entry-names.ts'
import { layOut, type ZipLayout } from './zip-layout.ts'

/** A file of an archive, with its name in the archive. */
export type ArchiveEntry = ArchivedFile & { name: string }

export function layOutArchive({ files }: OpenArchive): ZipLayout<ArchiveEntry> {
  const names = entryNames(files.map(({ filename }) => filename))
  return layOut(files.map((file, at) => ({ ...file, name: names[at] ?? file.filename })))
}
