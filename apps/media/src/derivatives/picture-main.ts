// Reads one untrusted picture in a separate process, without credentials, connections or file writes: bytes from stdin,
// bytes to stdout. A crash ends only this process.
import {
  DERIVATIVES,
  type Derivative,
  type DerivativeName,
  MAX_CREDIT_LENGTH,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_MEMORY_BYTES,
  MAX_PICTURE_MS,
  MAX_PICTURE_PIXELS,
} from '@mediajobs/domain'
import readExif from 'exif-reader'
import sharp, { type Metadata, type Sharp } from 'sharp'
import {
  byteReader,
  EXIT_OUT_OF_MEMORY,
  JOB_ID_BYTES,
  LENGTH_BYTES,
  lengthPrefix,
  MAX_DETAIL_LENGTH,
  type PictureReport,
  pictureFormat,
  READY,
  REFUSALS,
  type Refusal,
} from './picture-messages.ts'

/** Derivatives in the order of `DERIVATIVES`, with the original's width and height as displayed. */
export interface MadePictures {
  width: number
  height: number
  colour: string
  pictures: { name: DerivativeName; bytes: Buffer }[]
}

/** The picture can't be read. */
class PictureRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(REFUSALS[refusal])
    this.refusal = refusal
  }
}

type Raw = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

// One picture per process needs no cache.
sharp.concurrency(1)
sharp.cache(false)
// Some libvips formats can run scripts or load other files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Tiff'].map((format) => `VipsForeignLoad${format}Buffer`),
})

const INPUT = {
  limitInputPixels: MAX_PICTURE_PIXELS,
  failOn: 'error',
  sequentialRead: true,
} as const
const SECONDS = MAX_PICTURE_MS / 1_000
const LARGEST = Math.max(...Object.values(DERIVATIVES).map(({ maxPixels }) => maxPixels))
// 0 to 6. The default, 4, takes twice as long for 2% fewer bytes (24 MP, 2026-11-22).
const WEBP_EFFORT = 2
// Replaces transparency, as on a page.
const BACKGROUND = '#ffffff'

/**
 * Decodes the original once.
 *
 * @throws {PictureRefused}
 */
async function makePictures(original: Buffer): Promise<MadePictures> {
  const metadata = await sharp(original, INPUT).metadata()
  const { autoOrient, format } = metadata
  if (format !== pictureFormat(original)) throw new PictureRefused('notRead')
  if (autoOrient.width * autoOrient.height > MAX_PICTURE_PIXELS)
    throw new PictureRefused('tooLarge')
  const raw = await sharp(original, INPUT)
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize(LARGEST, LARGEST, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: BACKGROUND })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const credits = creditsOf(metadata)
  const pictures = []
  for (const [name, derivative] of Object.entries(DERIVATIVES)) {
    const bytes = await encoded(raw, derivative, credits)
    pictures.push({ name: name as DerivativeName, bytes })
  }
  return {
    width: autoOrient.width,
    height: autoOrient.height,
    colour: await meanColour(raw),
    pictures,
  }
}

function sharpOf({ data, info: { width, height, channels } }: Raw): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

function encoded(raw: Raw, derivative: Derivative, credits: Credits | null): Promise<Buffer> {
  const { maxPixels, contentType, quality } = derivative
  const sized = sharpOf(raw)
    .timeout({ seconds: SECONDS })
    .resize(maxPixels, maxPixels, { fit: 'inside', withoutEnlargement: true })
  const made =
    contentType === 'image/webp'
      ? sized.webp({ quality, effort: WEBP_EFFORT })
      : sized.jpeg({ quality })
  return (credits ? made.withExif({ IFD0: credits }) : made).toBuffer()
}

async function meanColour(raw: Raw): Promise<string> {
  const [red = 0, green = red, blue = red] = await sharpOf(raw)
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer()
  return `#${Buffer.from([red, green, blue]).toString('hex')}`
}

type Credits = Record<string, string>

/** Copyright and artist, the only EXIF fields kept. docs/contract.md#c13-exif */
function creditsOf({ exif }: Metadata): Credits | null {
  const { Copyright, Artist } = imageTags(exif)
  const credits = Object.entries({ Copyright, Artist }).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value.slice(0, MAX_CREDIT_LENGTH)]] : [],
  )
  return credits.length > 0 ? Object.fromEntries(credits) : null
}

function imageTags(exif: Buffer | undefined): { Copyright?: unknown; Artist?: unknown } {
  try {
    return exif ? (readExif(exif).Image ?? {}) : {}
  } catch {
    // Same as missing EXIF.
    return {}
  }
}

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

// Memory grows by GBs a second, so this notices an excess about 10 MB late.
const WATCH_MS = 5

// libvips uses separate threads, so this timer runs meanwhile.
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
