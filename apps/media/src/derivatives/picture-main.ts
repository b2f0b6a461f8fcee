// The process that reads one untrusted picture. It has no credentials, opens no connection and writes no file:
// it reads bytes from stdin and writes bytes to stdout. A crash ends this process only.
import { MAX_PICTURE_BYTES, MAX_PICTURE_MEMORY_BYTES } from '@mediajobs/domain'
import { type MadePictures, makePictures, PictureRefused } from './make-pictures.ts'
import {
  byteReader,
  EXIT_OUT_OF_MEMORY,
  JOB_ID_BYTES,
  LENGTH_BYTES,
  lengthPrefix,
  MAX_DETAIL_LENGTH,
  type PictureReport,
  READY,
  type Refusal,
} from './picture-messages.ts'

// Memory is filled with some GB a second, so what is noticed late is about 10 MB.
const WATCH_MS = 5

// libvips works in threads of its own, so this timer runs while a picture is read.
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_PICTURE_MEMORY_BYTES) process.exit(EXIT_OUT_OF_MEMORY)
}, WATCH_MS).unref()

process.stdout.write(READY)
const read = byteReader(process.stdin)
const jobId = await read(JOB_ID_BYTES)
const length = (await read(LENGTH_BYTES))?.readUInt32BE() ?? 0
const original = length <= MAX_PICTURE_BYTES ? await read(length) : null
if (jobId && original) await makePictures(original).then(reportMade, reportRefused)
process.exit()

async function reportMade({ width, height, colour, pictures }: MadePictures): Promise<void> {
  const bytes = pictures.map((picture) => picture.bytes)
  await send({ width, height, colour, sizes: bytes.map((each) => each.length) }, bytes)
}

async function reportRefused(error: Error): Promise<void> {
  await send({ refused: refusalOf(error), detail: error.message.slice(0, MAX_DETAIL_LENGTH) }, [])
}

function refusalOf(error: Error): Refusal {
  if (error instanceof PictureRefused) return error.refusal
  if (/pixel limit/.test(error.message)) return 'tooLarge'
  return /^timeout/.test(error.message) ? 'tooSlow' : 'notRead'
}

async function send(report: PictureReport, pictures: readonly Buffer[]): Promise<void> {
  const json = Buffer.from(JSON.stringify(report))
  const bytes = [jobId ?? Buffer.alloc(0), lengthPrefix(json.length), json, ...pictures]
  await new Promise((resolve) => process.stdout.write(Buffer.concat(bytes), resolve))
}
