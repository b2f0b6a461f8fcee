// Zip layout and records, by PKWARE's APPNOTE.TXT 6.3.10 (4.3.7 and following). Files are stored: pictures and videos are
// already compressed. Sizes and checksums are known in advance, so no data descriptors follow the files.
import { createHash } from 'node:crypto'
import { safeFilename } from '@mediajobs/operations/archives'

/** A file of an archive. */
export interface ZipEntry {
  /** Unique and safe in the archive. */
  readonly name: string
  readonly sizeBytes: number
  readonly crc32: number
  readonly modifiedAt: Date
}

type ZipPart<Entry> = { sizeBytes: number; bytes: Buffer } | { sizeBytes: number; entry: Entry }

/** Where each byte of an archive comes from. */
export interface ZipLayout<Entry extends ZipEntry> {
  readonly parts: readonly ZipPart<Entry>[]
  readonly sizeBytes: number
  /** Strong: changes with any byte. */
  readonly etag: string
}

/** Lays out an archive without reading its files. */
export function layOut<Entry extends ZipEntry>(entries: readonly Entry[]): ZipLayout<Entry> {
  const parts: ZipPart<Entry>[] = []
  const headers: Buffer[] = []
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
  // The directory covers the name, size, checksum, time and offset of each file.
  const etag = `"${createHash('sha256').update(end).digest('base64url')}"`
  return { parts, sizeBytes: offset + end.length, etag }
}

/** Records, or the bytes from `start` to `end` of a file. */
export type ZipSpan<Entry> = { bytes: Buffer } | { entry: Entry; start: number; end: number }

/** The spans that make up the bytes from `start` to `end` of an archive, inclusive. */
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

/**
 * Safe names for the files, unique case-insensitively. Tries no number twice for a name, so this takes linear time.
 */
export function entryNames(filenames: readonly string[]): string[] {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return filenames.map((filename) => {
    const name = safeFilename(filename)
    const key = name.toLowerCase()
    let unique = name
    for (let n = next.get(key) ?? 2; taken.has(unique.toLowerCase()); n += 1) {
      unique = numbered(name, n)
      next.set(key, n + 1)
    }
    taken.add(unique.toLowerCase())
    return unique
  })
}

function numbered(name: string, n: number): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? `${name} (${n})` : `${name.slice(0, dot)} (${n})${name.slice(dot)}`
}

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const ZIP64_END = 0x06064b50
const ZIP64_LOCATOR = 0x07064b50
const END = 0x06054b50

// Placeholders for values in a zip64 record.
const IN_ZIP64 = 0xffffffff
const COUNT_IN_ZIP64 = 0xffff
const ZIP64_FIELD = 1
const VERSION = 20
const VERSION_ZIP64 = 45
// Made on Unix, so programs use the file mode below.
const MADE_BY = (3 << 8) | 63
const UTF8_NAMES = 0x0800
const STORED = 0
const REGULAR_FILE = 0o100644 << 16

/** The record before a file's bytes. */
function localHeader(entry: ZipEntry): Buffer {
  const isLarge = entry.sizeBytes >= IN_ZIP64
  const extra = isLarge ? zip64Field([entry.sizeBytes, entry.sizeBytes]) : Buffer.alloc(0)
  const name = Buffer.from(entry.name)
  const fixed = Buffer.alloc(30)
  const at = fixed.writeUInt32LE(LOCAL_HEADER)
  commonFields(fixed, at, entry, { isLarge, nameBytes: name.length, extraBytes: extra.length })
  return Buffer.concat([fixed, name, extra])
}

/** @param offset of the local header */
function centralHeader(entry: ZipEntry, offset: number): Buffer {
  const isLarge = entry.sizeBytes >= IN_ZIP64 || offset >= IN_ZIP64
  const extra = isLarge ? zip64Field([entry.sizeBytes, entry.sizeBytes, offset]) : Buffer.alloc(0)
  const name = Buffer.from(entry.name)
  const fixed = Buffer.alloc(46)
  let at = fixed.writeUInt32LE(CENTRAL_HEADER)
  at = fixed.writeUInt16LE(MADE_BY, at)
  at = commonFields(fixed, at, entry, { isLarge, nameBytes: name.length, extraBytes: extra.length })
  // No comment, the first disk, no internal attributes: 2 bytes each.
  at += 6
  at = fixed.writeUInt32LE(REGULAR_FILE >>> 0, at)
  fixed.writeUInt32LE(isLarge ? IN_ZIP64 : offset, at)
  return Buffer.concat([fixed, name, extra])
}

interface Lengths {
  isLarge: boolean
  nameBytes: number
  extraBytes: number
}

function commonFields(
  header: Buffer,
  start: number,
  { sizeBytes, crc32, modifiedAt }: ZipEntry,
  { isLarge, nameBytes, extraBytes }: Lengths,
): number {
  let at = header.writeUInt16LE(isLarge ? VERSION_ZIP64 : VERSION, start)
  at = header.writeUInt16LE(UTF8_NAMES, at)
  at = header.writeUInt16LE(STORED, at)
  at = header.writeUInt16LE(dosTime(modifiedAt), at)
  at = header.writeUInt16LE(dosDate(modifiedAt), at)
  at = header.writeUInt32LE(crc32, at)
  // Compressed and uncompressed size.
  at = header.writeUInt32LE(isLarge ? IN_ZIP64 : sizeBytes, at)
  at = header.writeUInt32LE(isLarge ? IN_ZIP64 : sizeBytes, at)
  at = header.writeUInt16LE(nameBytes, at)
  return header.writeUInt16LE(extraBytes, at)
}

function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8)
  let at = field.writeUInt16LE(ZIP64_FIELD)
  at = field.writeUInt16LE(values.length * 8, at)
  for (const value of values) at = field.writeBigUInt64LE(BigInt(value), at)
  return field
}

/** The records after the directory, which begins at `offset`. */
function endRecords(count: number, directoryBytes: number, offset: number): Buffer {
  const end = offset + directoryBytes
  const isLarge = end >= IN_ZIP64 || count >= COUNT_IN_ZIP64
  const record = Buffer.alloc(22)
  // The numbers of this disk and the first one, 2 bytes each, are 0.
  let at = record.writeUInt32LE(END) + 4
  at = record.writeUInt16LE(isLarge ? COUNT_IN_ZIP64 : count, at)
  at = record.writeUInt16LE(isLarge ? COUNT_IN_ZIP64 : count, at)
  at = record.writeUInt32LE(isLarge ? IN_ZIP64 : directoryBytes, at)
  record.writeUInt32LE(isLarge ? IN_ZIP64 : offset, at)
  return isLarge ? Buffer.concat([zip64Records(count, directoryBytes, offset), record]) : record
}

const ZIP64_END_BYTES = 56
// The size of the record after this field.
const ZIP64_END_REST = 44n

function zip64Records(count: number, directoryBytes: number, offset: number): Buffer {
  const records = Buffer.alloc(ZIP64_END_BYTES + 20)
  let at = records.writeUInt32LE(ZIP64_END)
  at = records.writeBigUInt64LE(ZIP64_END_REST, at)
  at = records.writeUInt16LE(MADE_BY, at)
  at = records.writeUInt16LE(VERSION_ZIP64, at)
  // The numbers of this disk and the first one, 4 bytes each, are 0.
  at += 8
  at = records.writeBigUInt64LE(BigInt(count), at)
  at = records.writeBigUInt64LE(BigInt(count), at)
  at = records.writeBigUInt64LE(BigInt(directoryBytes), at)
  at = records.writeBigUInt64LE(BigInt(offset), at)
  // The locator: the record above is on the first disk, and there is one disk.
  at = records.writeUInt32LE(ZIP64_LOCATOR, at) + 4
  at = records.writeBigUInt64LE(BigInt(offset + directoryBytes), at)
  records.writeUInt32LE(1, at)
  return records
}

const FIRST_YEAR = 1980

// UTC, so every process makes the same archive.
function dosTime(at: Date): number {
  return (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
}

function dosDate(at: Date): number {
  const year = Math.max(0, at.getUTCFullYear() - FIRST_YEAR)
  return (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
}
