// The records of a zip, by APPNOTE.TXT 6.3.10 of PKWARE (4.3.7 and following). Files are stored and not
// compressed, because pictures and videos are compressed already. Sizes and checksums are known before a
// file is sent, so its header has them and no record follows the file.

/** A file of an archive. */
export interface ZipEntry {
  /** Unique and safe in the archive. */
  readonly name: string
  readonly sizeBytes: number
  readonly crc32: number
  readonly modifiedAt: Date
}

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const ZIP64_END = 0x06064b50
const ZIP64_LOCATOR = 0x07064b50
const END = 0x06054b50

// These take the place of a value that does not fit into 32 or 16 bits. A zip64 record has the value.
const IN_ZIP64 = 0xffffffff
const COUNT_IN_ZIP64 = 0xffff
const ZIP64_FIELD = 1
const VERSION = 20
const VERSION_ZIP64 = 45
/** Made on Unix, so that programs use the file mode below. */
const MADE_BY = (3 << 8) | 63
const UTF8_NAMES = 0x0800
const STORED = 0
const REGULAR_FILE = 0o100644 << 16

/** The record before the bytes of a file. */
export function localHeader(entry: ZipEntry): Buffer {
  const isLarge = entry.sizeBytes >= IN_ZIP64
  const extra = isLarge ? zip64Field([entry.sizeBytes, entry.sizeBytes]) : Buffer.alloc(0)
  const name = Buffer.from(entry.name)
  const fixed = Buffer.alloc(30)
  const at = fixed.writeUInt32LE(LOCAL_HEADER)
  commonFields(fixed, at, entry, { isLarge, nameBytes: name.length, extraBytes: extra.length })
  return Buffer.concat([fixed, name, extra])
}

/** The record of a file in the directory. `offset` is where its local header begins. */
export function centralHeader(entry: ZipEntry, offset: number): Buffer {
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

/** The fields that both headers have, in the same order. */
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
  // The compressed size and the size are the same, because the file is stored.
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

/** The records after the directory. The directory begins at `offset`. */
export function endRecords(count: number, directoryBytes: number, offset: number): Buffer {
  const end = offset + directoryBytes
  const isLarge = end >= IN_ZIP64 || count >= COUNT_IN_ZIP64
  const record = Buffer.alloc(22)
  // The number of this disk and of the first one, 2 bytes each, are 0.
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
  // This disk and the first one, 4 bytes each.
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

// In UTC, so that every process makes the same archive.
function dosTime(at: Date): number {
  return (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
}

function dosDate(at: Date): number {
  const year = Math.max(0, at.getUTCFullYear() - FIRST_YEAR)
  return (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
}
