import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { safeFilename } from '@mediajobs/operations/archives'
import t from 'tap'
import type { ZipEntry } from '../../apps/media/src/archives/zip.ts'
import { entryNames, layOut, type ZipLayout, zipSpans } from '../../apps/media/src/archives/zip.ts'

// Archives that need zip64 are too large to send in a test. Their large files are sparse.

const LARGE = 2 ** 32
const LAST = Buffer.from('the last file')
const modifiedAt = new Date('2026-05-01T09:30:00Z')

const entry = (name: string, sizeBytes: number, crc = 0): ZipEntry => ({
  name,
  sizeBytes,
  crc32: crc,
  modifiedAt,
})

/** Writes an archive. Only its last file has content; the others are sparse. */
async function withFile(
  layout: ZipLayout<ZipEntry>,
  look: (path: string) => Promise<unknown>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'zip64-'))
  const path = join(folder, 'large.zip')
  try {
    const file = await open(path, 'w')
    let offset = 0
    for (const part of layout.parts) {
      if ('bytes' in part) await file.write(part.bytes, 0, part.bytes.length, offset)
      else if (part.entry.name === 'last.txt') await file.write(LAST, 0, LAST.length, offset)
      offset += part.sizeBytes
    }
    await file.close()
    await look(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const PYTHON = `
import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print(len(z.infolist()), z.infolist()[0].file_size, z.infolist()[-1].header_offset)
print(z.read('last.txt').decode())`

async function python(path: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('python3', ['-c', PYTHON, path])
    return stdout
  } catch (error) {
    if ((error as { code: unknown }).code === 'ENOENT') return null
    throw error
  }
}

for (const sizeBytes of [LARGE - 2, LARGE - 1, LARGE, 5 * 2 ** 30]) {
  t.test(`a file of ${sizeBytes} bytes and the file after it are found`, async (t) => {
    const layout = layOut([
      entry('film.mp4', sizeBytes),
      entry('last.txt', LAST.length, crc32(LAST)),
    ])
    await withFile(layout, async (path) => {
      const output = await python(path)
      if (output === null) return t.pass("Python isn't installed")
      const nameBytes = 'film.mp4'.length
      const offset = sizeBytes + 30 + nameBytes + (sizeBytes >= LARGE - 1 ? 20 : 0)
      t.equal(output, `2 ${sizeBytes} ${offset}\n${LAST}\n`)
    })
  })
}

t.test('65,535 files are found [c13-archive-form]', async (t) => {
  const many = Array.from({ length: 65_534 }, (_, n) => entry(`${n}.txt`, 0))
  const layout = layOut([...many, entry('last.txt', LAST.length, crc32(LAST))])
  await withFile(layout, async (path) => {
    const output = await python(path)
    if (output === null) return t.pass("Python isn't installed")
    t.match(output, /^65535 0 \d+\nthe last file\n$/)
  })
})

t.test('any range of an archive has the same bytes as that part of the whole', (t) => {
  const files = [Buffer.from('one'), Buffer.alloc(0), Buffer.from('three')]
  const layout = layOut(
    files.map((bytes, n) => ({ ...entry(`${n}`, bytes.length), content: bytes })),
  )
  const bytesOf = (start: number, end: number) => {
    const spans = [...zipSpans(layout, start, end)].map((span) =>
      'bytes' in span ? span.bytes : span.entry.content.subarray(span.start, span.end + 1),
    )
    return Buffer.concat(spans)
  }
  const whole = bytesOf(0, layout.sizeBytes - 1)
  t.equal(whole.length, layout.sizeBytes)
  for (let start = 0; start < whole.length; start += 7) {
    for (let end = start; end < whole.length; end += 5) {
      const isSame = bytesOf(start, end).equals(whole.subarray(start, end + 1))
      if (!isSame) t.fail(`${start} to ${end}`)
    }
  }
  t.equal([...zipSpans(layOut([]), 0, 21)].length, 1, 'an empty archive has its end record')
  t.end()
})

t.test('the ETag changes with the name, size, checksum or time of a file', (t) => {
  const tag = (change: Partial<ZipEntry>) => layOut([{ ...entry('a', 1), ...change }]).etag
  const changes = [{}, { name: 'b' }, { sizeBytes: 2 }, { crc32: 1 }, { modifiedAt: new Date(0) }]
  t.equal(new Set(changes.map(tag)).size, changes.length)
  t.equal(tag({}), tag({}))
  t.end()
})

t.test("a file name contains no path, isn't a device name, and is never empty", (t) => {
  const given = ['/etc/passwd', '..\\..\\x', '...', '', 'CON.txt', 'a\u202egpj.exe', 'x:y', ' a . ']
  const names = entryNames(given)
  for (const name of names) t.notMatch(name, /[/\\:\u202e]|^\.|^\s|[.\s]$|^con\./i)
  t.equal(new Set(names.map((name) => name.toLowerCase())).size, given.length)
  t.end()
})

t.test('no file name is a device name, in any spelling', (t) => {
  const devices = ['con', 'PRN', 'aux', 'NUL', 'CONIN$', 'conout$', 'com0', 'COM9', 'lpt1']
  const names = [...devices, 'COM¹', 'com²', 'LPT³'].flatMap((name) => [
    name,
    `${name}.txt`,
    `${name} .jpg`,
    `${name}\u00a0.jpg`,
    `${name}. .jpg`,
    ` ${name}.tar.gz`,
  ])
  for (const name of names) t.match(safeFilename(name), /^_/, name)
  for (const name of ['console.jpg', 'com10.jpg', 'iCON.jpg']) t.equal(safeFilename(name), name)
  t.end()
})

t.test('no file name contains bidi controls', (t) => {
  const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
  for (const mark of marks) t.equal(safeFilename(`a${mark}b.jpg`), 'a_b.jpg')
  t.end()
})

t.test('file names that differ only in case cost no more than others', (t) => {
  const before = process.cpuUsage()
  const names = entryNames(Array.from({ length: 20_000 }, (_, n) => spelling(n)))
  const { user, system } = process.cpuUsage(before)
  t.equal(new Set(names.map((name) => name.toLowerCase())).size, 20_000)
  const seconds = (user + system) / 1_000_000
  t.ok(seconds < 10, `${seconds} s; forty when each name tries all earlier numbers`)
  t.end()
})

/** The same 15 letters, uppercase where `n` has a bit set. */
function spelling(n: number): string {
  return Array.from('abcdefghijklmno', (letter, bit) =>
    (n >> bit) % 2 === 1 ? letter.toUpperCase() : letter,
  ).join('')
}

t.test('a thousand files with the same name get a thousand names', (t) => {
  const names = entryNames(Array<string>(1_000).fill('photo.jpg'))
  t.equal(new Set(names).size, 1_000)
  t.equal(names[999], 'photo (1000).jpg')
  t.end()
})
