import { MAX_LOGO_PIXELS, MAX_PICTURE_MS, MAX_PICTURE_PIXELS } from '@mediajobs/domain/bounds/files'
import { DERIVATIVES, type DerivativeName, LOGO, MARKED } from '@mediajobs/domain/media'

// The protocol between the media process and a picture's process:
//   in:  job id, u32 length, the picture
//   out: READY; job id, u32 length, a PictureReport as JSON, the pictures
// A picture may have taken over its process, so its output is untrusted.

export type PictureReport = MadeReport | RefusedReport

interface MadeReport {
  /** In pixels, as rotated by EXIF. */
  width: number
  height: number
  /** As `#rrggbb`. */
  colour: string
  /** Bytes of each picture, in the order of {@link namesOf}. */
  sizes: number[]
}

interface RefusedReport {
  refused: Refusal
  /** The decoder's message, for the log. */
  detail: string
}

export const REFUSALS = {
  notRead: "The picture is damaged, or isn't a JPEG, PNG, WebP or TIFF.",
  tooLarge: `The picture has more than ${MAX_PICTURE_PIXELS / 1_000_000} megapixels.`,
  notLogo: "The picture is damaged, or isn't a JPEG, PNG or WebP.",
  tooLargeLogo: `The picture has more than ${MAX_LOGO_PIXELS / 1_000_000} megapixels.`,
  tooSlow: `The picture takes longer than ${MAX_PICTURE_MS / 1_000} s to read.`,
  tooMuchMemory: 'The picture takes too much memory to read.',
} as const

export type Refusal = keyof typeof REFUSALS

export const READY = Buffer.from('ready')

export const JOB_ID_BYTES = 16

export const LENGTH_BYTES = 4

/** Maximum size of a report. */
export const REPORT_BYTES = 4_096

export const MAX_DETAIL_LENGTH = 500

export const EXIT_OUT_OF_MEMORY = 77

/** What a picture is read for, as an argument of its process. `mark`: watermark one of our derivatives. */
export type PictureUse = 'photo' | 'logo' | 'mark'
export type MadeFor<Use extends PictureUse> = Use extends 'logo'
  ? 'logo'
  : Use extends 'mark'
    ? 'marked'
    : DerivativeName
export type PictureName = MadeFor<PictureUse>

export const DERIVATIVE_NAMES = Object.keys(DERIVATIVES) as DerivativeName[]

/** The pictures to make. */
export function namesOf<Use extends PictureUse>(use: Use): readonly MadeFor<Use>[] {
  const names: Record<PictureUse, readonly PictureName[]> = {
    photo: DERIVATIVE_NAMES,
    logo: ['logo'],
    mark: ['marked'],
  }
  return names[use] as readonly MadeFor<Use>[]
}

export function lengthPrefix(length: number): Buffer {
  const prefix = Buffer.alloc(LENGTH_BYTES)
  prefix.writeUInt32BE(length)
  return prefix
}

/** Reads exactly `length` bytes, or `null` at the end of the stream. Callers limit `length`. */
export function byteReader(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async (length: number): Promise<Buffer | null> => {
    const bytes = Buffer.allocUnsafeSlow(length)
    for (let have = 0; ; ) {
      const copied = rest.copy(bytes, have)
      have += copied
      rest = rest.subarray(copied)
      if (have === length) return bytes
      const { value, done } = await chunks.next()
      if (done) return null
      rest = value
    }
  }
}

const COLOUR = /^#[0-9a-f]{6}$/

/** @returns `null` unless the report is possible for a picture within its limits */
export function parseReport(json: Buffer, use: PictureUse = 'photo'): PictureReport | null {
  const names = namesOf(use)
  const report = parsed(json)
  if (typeof report !== 'object' || report === null) return null
  if ('refused' in report) return refusedOf(report)
  const { width, height, colour, sizes } = report as Partial<Record<keyof MadeReport, unknown>>
  if (!isCount(width, MAX_PICTURE_PIXELS) || !isCount(height, MAX_PICTURE_PIXELS)) return null
  if (width * height > MAX_PICTURE_PIXELS) return null
  if (typeof colour !== 'string' || !COLOUR.test(colour)) return null
  if (!Array.isArray(sizes) || sizes.length !== names.length) return null
  const areBounded = names.every((name, n) => isCount(sizes[n], maxBytesOf(name)))
  return areBounded ? { width, height, colour, sizes } : null
}

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString())
  } catch {
    return null
  }
}

function refusedOf(report: { refused: unknown; detail?: unknown }): RefusedReport | null {
  const { refused, detail } = report
  if (typeof refused !== 'string' || !Object.hasOwn(REFUSALS, refused)) return null
  if (typeof detail !== 'string') return null
  return { refused: refused as Refusal, detail: detail.slice(0, MAX_DETAIL_LENGTH) }
}

function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
}

// A compressed picture is smaller than its pixels in RGB, or RGBA.
function maxBytesOf(name: PictureName): number {
  if (name === 'logo') return 4 * LOGO.maxWidth * LOGO.maxHeight
  return 3 * (name === 'marked' ? MARKED : DERIVATIVES[name]).maxPixels ** 2
}

/** Whether bytes have the format expected of a made picture. */
export function isOfFormat(name: PictureName, bytes: Buffer): boolean {
  const { contentType } = name === 'logo' ? LOGO : name === 'marked' ? MARKED : DERIVATIVES[name]
  return `image/${pictureFormat(bytes)}` === contentType
}

/** Supported input formats: docs/contract.md#c13-formats */
type PictureFormat = 'jpeg' | 'png' | 'webp' | 'tiff'

/** Bytes that {@link pictureFormat} needs. */
export const HEAD_BYTES = 12

const STARTS: readonly (readonly [PictureFormat, string])[] = [
  ['jpeg', 'ffd8ff'],
  ['png', '89504e470d0a1a0a'],
  ['tiff', '49492a00'],
  ['tiff', '4d4d002a'],
  // Both byte orders of BigTIFF.
  ['tiff', '49492b00'],
  ['tiff', '4d4d002b'],
]

/** Detected from the first bytes, regardless of the declared content type. */
export function pictureFormat(head: Buffer): PictureFormat | null {
  const hex = head.toString('hex')
  const found = STARTS.find(([, start]) => hex.startsWith(start))
  if (found) return found[0]
  const isWebp =
    head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'webp' : null
}
