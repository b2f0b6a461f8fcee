import type { Format } from '../../../format.ts'
import type { Settings } from '../settings.ts'
import { TEXTS } from '../texts.ts'
import { pixelsOf } from './pixels.ts'

/** For files of which the system of the device knows no type. */
const CONTENT_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  heic: 'image/heic',
  heif: 'image/heif',
  dng: 'image/x-adobe-dng',
  cr2: 'image/x-canon-cr2',
  cr3: 'image/x-canon-cr3',
  nef: 'image/x-nikon-nef',
  arw: 'image/x-sony-arw',
  mp4: 'video/mp4',
  m4v: 'video/x-m4v',
  mov: 'video/quicktime',
  webm: 'video/webm',
  pdf: 'application/pdf',
}
const MEDIA_TYPE = /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*$/i
/** docs/contract.md#c13-formats */
const PREVIEWED = /^image\/(jpeg|png|webp|tiff)$/

export function contentTypeOf({ type, name }: File): string {
  const [claimed = ''] = type.split(';')
  if (MEDIA_TYPE.test(claimed)) return claimed
  return CONTENT_TYPES[extensionOf(name)] ?? 'application/octet-stream'
}

/** What a file most likely is to the client. The person can change it before the upload. */
export function mediaTypeOf(name: string, contentType: string): string {
  if (/floor[ _-]?plan/i.test(name)) return 'FLOORPLAN'
  if (contentType.startsWith('image/')) return 'PHOTO'
  if (contentType.startsWith('video/')) return 'VIDEO'
  return /brochure|flyer/i.test(name) ? 'BROCHURE' : 'DOCUMENT'
}

/** Files that systems leave in folders. */
export function isOfSystem({ name }: File): boolean {
  return name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name)
}

/** Why a file can never be sent; empty when it can. */
export function refusalOf({ size }: File, { maxFileBytes }: Settings, format: Format): string {
  if (size === 0) return TEXTS.empty
  return size > maxFileBytes ? TEXTS.tooLarge(format.bytes(maxFileBytes)) : ''
}

/** What the person should know of a photo before it is sent. */
export async function warningsOf(
  file: File,
  contentType: string,
  { maxPictureBytes, maxPicturePixels }: Settings,
  format: Format,
): Promise<string[]> {
  if (!contentType.startsWith('image/')) return []
  const texts = TEXTS.warnings
  if (/^image\/hei[cf]/.test(contentType)) return [texts.heic]
  if (!PREVIEWED.test(contentType)) return [texts.unread(extensionOf(file.name).toUpperCase())]
  if (file.size > maxPictureBytes) return [texts.bytes(format.bytes(maxPictureBytes))]
  const pixels = await pixelsOf(file).catch(() => 0)
  if (pixels <= maxPicturePixels) return []
  return [texts.pixels(String(Math.round(pixels / 1e6)), String(maxPicturePixels / 1e6))]
}

function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}
