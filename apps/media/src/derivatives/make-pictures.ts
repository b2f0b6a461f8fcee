import {
  DERIVATIVES,
  type Derivative,
  type DerivativeName,
  MAX_CREDIT_LENGTH,
  MAX_PICTURE_MS,
  MAX_PICTURE_PIXELS,
} from '@mediajobs/domain'
import readExif from 'exif-reader'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { pictureFormat } from './picture-format.ts'
import { REFUSALS, type Refusal } from './picture-messages.ts'

/** The derivatives of a picture, in the order of `DERIVATIVES`. Width and height are those of the original, as it is shown. */
export interface MadePictures {
  width: number
  height: number
  colour: string
  pictures: { name: DerivativeName; bytes: Buffer }[]
}

/** The picture can't be read. */
export class PictureRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(REFUSALS[refusal])
    this.refusal = refusal
  }
}

type Raw = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

// One picture is read at a time, so a cache would only use memory.
sharp.concurrency(1)
sharp.cache(false)
// Some formats of libvips can run scripts or load other files. Only four formats are allowed.
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
// 0 to 6. The default, 4, takes twice the time for 2 % fewer bytes (24 MP, 2026-11-22).
const WEBP_EFFORT = 2
// Transparent parts become white, as on a page.
const BACKGROUND = '#ffffff'

/**
 * Makes the derivatives from the bytes of the original. The original is decoded once.
 *
 * @throws {PictureRefused}
 */
export async function makePictures(original: Buffer): Promise<MadePictures> {
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

/** Copyright and artist, the only EXIF fields that are kept. docs/contract.md#c13-exif */
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
    // Unreadable EXIF is handled like missing EXIF.
    return {}
  }
}
