import { createHash } from 'node:crypto'
import { centralHeader, endRecords, localHeader, type ZipEntry } from './zip-records.ts'

/** A part of an archive: records, or the bytes of a file. */
type ZipPart<Entry> = { sizeBytes: number; bytes: Buffer } | { sizeBytes: number; entry: Entry }

/** Where every byte of an archive comes from. */
export interface ZipLayout<Entry extends ZipEntry> {
  readonly parts: readonly ZipPart<Entry>[]
  readonly sizeBytes: number
  /** Strong: archives with other bytes have another ETag. */
  readonly etag: string
}

/** Lays out an archive without reading its files. */
export function layOut<Entry extends ZipEntry>(entries: readonly Entry[]): ZipLayout<Entry> {
  const parts: ZipPart<Entry>[] = []
  const headers: Buffer[] = []
  const identity = createHash('sha256')
  let offset = 0
  for (const entry of entries) {
    const header = localHeader(entry)
    headers.push(centralHeader(entry, offset))
    parts.push({ sizeBytes: header.length, bytes: header })
    parts.push({ sizeBytes: entry.sizeBytes, entry })
    offset += header.length + entry.sizeBytes
  }
  const directory = Buffer.concat(headers)
  const end = Buffer.concat([directory, endRecords(entries.length, directory.length, offset)])
  parts.push({ sizeBytes: end.length, bytes: end })
  // The directory has the name, size, checksum, time and place of each file.
  const etag = `"${identity.update(end).digest('base64url')}"`
  return { parts, sizeBytes: offset + end.length, etag }
}

/** Records, or the bytes from `start` to `end` of a file. */
export type ZipSpan<Entry> = { bytes: Buffer } | { entry: Entry; start: number; end: number }

/** The spans that make the bytes from `start` to `end` of an archive, both included. */
export function* zipSpans<Entry extends ZipEntry>(
  { parts }: ZipLayout<Entry>,
  start: number,
  end: number,
): Generator<ZipSpan<Entry>> {
  let offset = 0
  for (const part of parts) {
    const from = Math.max(start - offset, 0)
    const to = Math.min(end - offset, part.sizeBytes - 1)
    offset += part.sizeBytes
    if (from > to) continue
    if ('bytes' in part) yield { bytes: part.bytes.subarray(from, to + 1) }
    else yield { entry: part.entry, start: from, end: to }
  }
}
