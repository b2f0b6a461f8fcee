import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'

const run = promisify(execFile)

interface Entry {
  name: string
  sizeBytes: number
  crc32: number
  /** Where the local header begins. */
  offset: number
}

const END = 0x06054b50
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30

/** Parses the directory of a zip without zip64, as in APPNOTE. */
export function entriesOf(zip: Buffer): Entry[] {
  const end = zip.length - 22
  if (zip.readUInt32LE(end) !== END) throw new Error('no end record')
  const count = zip.readUInt16LE(end + 10)
  const entries: Entry[] = []
  for (let at = zip.readUInt32LE(end + 16); entries.length < count; ) {
    const nameBytes = zip.readUInt16LE(at + 28)
    entries.push({
      name: zip.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes),
      sizeBytes: zip.readUInt32LE(at + 24),
      crc32: zip.readUInt32LE(at + 16),
      offset: zip.readUInt32LE(at + 42),
    })
    at += CENTRAL_BYTES + nameBytes + zip.readUInt16LE(at + 30)
  }
  return entries
}

/** A zip's files. @throws on a wrong checksum */
export async function filesOf(zip: Buffer): Promise<{ name: string; bytes: Buffer }[]> {
  return entriesOf(zip).map(({ name, sizeBytes, crc32: expected, offset }) => {
    const nameBytes = zip.readUInt16LE(offset + 26)
    const start = offset + LOCAL_BYTES + nameBytes + zip.readUInt16LE(offset + 28)
    const bytes = zip.subarray(start, start + sizeBytes)
    if (crc32(bytes) !== expected) throw new Error(`${name} has a wrong checksum`)
    return { name, bytes }
  })
}

// Programs that test a zip, if installed.
const PROGRAMS: readonly (readonly [string, readonly string[]])[] = [
  ['unzip', ['-tqq']],
  ['python3', ['-c', 'import sys,zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip())']],
]

/** Problems found by other programs. */
export async function zipProblems(zip: Buffer): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  const path = join(folder, 'archive.zip')
  try {
    await writeFile(path, zip)
    const found = await Promise.all(
      PROGRAMS.map(([name, args]) => problemOf(name, [...args, path])),
    )
    return found.filter((text) => text !== '')
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function problemOf(name: string, args: string[]): Promise<string> {
  try {
    await run(name, args)
    return ''
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string }
    return code === 'ENOENT' ? '' : `${name} exited with ${code}: ${stdout}${stderr}`
  }
}
