// The process that reads untrusted pictures. It has no credentials, opens no connection and writes no file:
// it reads bytes from stdin and writes bytes to stdout. A crash ends this process only.
import { MAX_PICTURE_MEMORY_BYTES } from '@mediajobs/domain'
import {
  type MadePictures,
  makePictures,
  NOT_READ,
  PictureRefused,
  TOO_LARGE,
} from './make-pictures.ts'
import {
  byteReader,
  EXIT_OUT_OF_MEMORY,
  LENGTH_BYTES,
  lengthPrefix,
  type PictureReport,
  READY,
} from './picture-messages.ts'

const WATCH_MS = 20
const TOO_SLOW = 'The picture takes too long to read.'

// libvips works in threads of its own, so this timer runs while a picture is read.
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_PICTURE_MEMORY_BYTES) process.exit(EXIT_OUT_OF_MEMORY)
}, WATCH_MS).unref()

process.stdout.write(READY)
const read = byteReader(process.stdin)
for (;;) {
  const prefix = await read(LENGTH_BYTES)
  const original = prefix && (await read(prefix.readUInt32BE()))
  if (!original) break
  await makePictures(original).then(reportMade, reportRefused)
}
process.exit()

async function reportMade({ pictures, ...made }: MadePictures): Promise<void> {
  const sizes = pictures.map(({ name, bytes }) => ({ name, sizeBytes: bytes.length }))
  const rssBytes = process.memoryUsage.rss()
  await send(
    { ...made, rssBytes, pictures: sizes },
    pictures.map(({ bytes }) => bytes),
  )
}

async function reportRefused(error: Error): Promise<void> {
  const rssBytes = process.memoryUsage.rss()
  await send({ rssBytes, refused: reasonOf(error), detail: error.message }, [])
}

function reasonOf(error: Error): string {
  if (error instanceof PictureRefused) return error.message
  if (/pixel limit/.test(error.message)) return TOO_LARGE
  return /^timeout/.test(error.message) ? TOO_SLOW : NOT_READ
}

async function send(report: PictureReport, pictures: readonly Buffer[]): Promise<void> {
  const json = Buffer.from(JSON.stringify(report))
  const bytes = Buffer.concat([lengthPrefix(json.length), json, ...pictures])
  await new Promise((resolve) => process.stdout.write(bytes, resolve))
}
