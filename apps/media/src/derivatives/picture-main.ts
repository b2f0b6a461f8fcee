// Reads one untrusted picture in a separate process, without credentials, connections or file writes: bytes from stdin,
// bytes to stdout. A crash ends only this process. Imports only parts of the domain, because every picture starts one.

import {
  MAX_CREDIT_LENGTH,
  MAX_LOGO_BYTES,
  MAX_LOGO_PIXELS,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_MEMORY_BYTES,
  MAX_PICTURE_MS,
  MAX_PICTURE_PIXELS,
} from '@mediajobs/domain/bounds/files'
import {
  DERIVATIVES,
  type Derivative,
  type DerivativeName,
  LOGO,
  MARKED,
} from '@mediajobs/domain/media'
import readExif from 'exif-reader'
import sharp, { type Metadata, type Sharp } from 'sharp'
import {
  byteReader,
  EXIT_OUT_OF_MEMORY,
  JOB_ID_BYTES,
  LENGTH_BYTES,
  lengthPrefix,
  MAX_DETAIL_LENGTH,
  type PictureName,
  type PictureReport,
  pictureFormat,
  READY,
  REFUSALS,
  type Refusal,
} from './picture-messages.ts'

/** The pictures in the order of `namesOf`. Width and height are a photo's as displayed, otherwise the result's. */
export interface MadePictures<Name extends PictureName = PictureName> {
  width: number
  height: number
  colour: string
  pictures: { name: Name; bytes: Buffer }[]
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
const INSIDE = { fit: 'inside', withoutEnlargement: true } as const
// Replaces transparency, as on a page.
const BACKGROUND = '#ffffff'

/**
 * Makes a photo's derivatives. Decodes the original once.
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
    .resize(LARGEST, LARGEST, INSIDE)
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

const LOGO_INPUT = { ...INPUT, limitInputPixels: MAX_LOGO_PIXELS } as const

/**
 * Makes a logo's PNG, with at most 8 bits per pixel. Keeps transparency, but puts a logo that is too light for white on
 * dark.
 *
 * @throws {PictureRefused}
 */
async function makeLogo(original: Buffer): Promise<MadePictures> {
  const { format } = await sharp(original, LOGO_INPUT).metadata()
  if (format !== pictureFormat(original) || format === 'tiff') throw new PictureRefused('notLogo')
  const pixels = await sharp(original, LOGO_INPUT)
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize(LOGO.maxWidth, LOGO.maxHeight, INSIDE)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const logo = sharpOf(pixels)
  const isLight = hasLightOutline(pixels.data, pixels.info.width)
  const { data, info } = await (isLight ? onDark(logo) : logo)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const raw = await sharp(data)
    .flatten({ background: BACKGROUND })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { width, height, colour: await meanColour(raw), pictures: [{ name: 'logo', bytes: data }] }
}

const DARK = '#1c1b19'
const DARK_MARGIN = 12

function onDark(logo: Sharp): Sharp {
  const margins = { top: DARK_MARGIN, bottom: DARK_MARGIN, left: DARK_MARGIN, right: DARK_MARGIN }
  return logo
    .resize(LOGO.maxWidth - 2 * DARK_MARGIN, LOGO.maxHeight - 2 * DARK_MARGIN, INSIDE)
    .flatten({ background: DARK })
    .extend({ ...margins, background: DARK })
}

// Gray with a contrast of 1.6:1 to white.
const LIGHT = 203

/** Whether most pixels next to transparent ones are almost white. White inside a shape doesn't count. */
function hasLightOutline(rgba: Buffer, width: number): boolean {
  const isSolid = (at: number) => (rgba[4 * at + 3] ?? 255) >= 128
  let outline = 0
  let light = 0
  for (let at = 0; 4 * at < rgba.length; at++) {
    if (!isSolid(at) || [at - 1, at + 1, at - width, at + width].every(isSolid)) continue
    outline++
    const [red = 0, green = 0, blue = 0] = rgba.subarray(4 * at)
    if (0.2126 * red + 0.7152 * green + 0.0722 * blue > LIGHT) light++
  }
  return light > outline / 2
}

// The watermark's tile: diagonals and two locks. A path, because fonts differ between hosts.
const TILE_PIXELS = 240
const TILE =
  'M0 240 240 0M36 52h48v38H36zM44 52V38a16 16 0 0 1 32 0v14M156 172h48v38h-48zM164 172v-14a16 16 0 0 1 32 0v14'

function markOf({ width, height }: Raw['info']): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<pattern id="mark" width="${TILE_PIXELS}" height="${TILE_PIXELS}" patternUnits="userSpaceOnUse">
<g fill="none" stroke-linejoin="round" stroke-linecap="round">
<path d="${TILE}" stroke="#000" stroke-opacity=".35" stroke-width="8"/>
<path d="${TILE}" stroke="#fff" stroke-opacity=".6" stroke-width="3.5"/>
</g></pattern>
<rect width="100%" height="100%" fill="url(#mark)"/>
</svg>`)
}

/**
 * Tiles the watermark over one of our derivatives.
 *
 * @throws {PictureRefused}
 */
async function makeMarked(original: Buffer): Promise<MadePictures> {
  if (pictureFormat(original) !== 'webp') throw new PictureRefused('notRead')
  const { maxPixels } = MARKED
  const raw = await sharp(original, INPUT)
    .timeout({ seconds: SECONDS })
    .resize(maxPixels, maxPixels, INSIDE)
    .flatten({ background: BACKGROUND })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  // Only now: the untrusted picture has been read, and the SVG is ours.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  const bytes = await sharpOf(raw)
    .composite([{ input: markOf(raw.info) }])
    .webp({ quality: MARKED.quality, effort: WEBP_EFFORT })
    .toBuffer()
  const { width, height } = raw.info
  return { width, height, colour: await meanColour(raw), pictures: [{ name: 'marked', bytes }] }
}

function sharpOf({ data, info: { width, height, channels } }: Raw): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

function encoded(raw: Raw, derivative: Derivative, credits: Credits | null): Promise<Buffer> {
  const { maxPixels, contentType, quality } = derivative
  const sized = sharpOf(raw).timeout({ seconds: SECONDS }).resize(maxPixels, maxPixels, INSIDE)
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
    // Treated like missing EXIF.
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
  if (/pixel limit/.test(error.message)) return isLogo ? 'tooLargeLogo' : 'tooLarge'
  if (/^timeout/.test(error.message)) return 'tooSlow'
  return isLogo ? 'notLogo' : 'notRead'
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

const isLogo = process.argv[2] === 'logo'
const maxBytes = isLogo ? MAX_LOGO_BYTES : MAX_PICTURE_BYTES
const MAKE: Record<string, typeof makePictures> = { logo: makeLogo, mark: makeMarked }
const make = MAKE[process.argv[2] ?? ''] ?? makePictures

process.stdout.write(READY)
const read = byteReader(process.stdin)
const jobId = await read(JOB_ID_BYTES)
const length = (await read(LENGTH_BYTES))?.readUInt32BE() ?? 0
const original = length <= maxBytes ? await read(length) : null
if (jobId && original) await make(original).then(reportMade, reportRefused)
process.exit()
