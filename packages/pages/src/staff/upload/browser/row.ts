import type { Format } from '../../../format.ts'
import type { Settings } from '../settings.ts'
import { TEXTS } from '../texts.ts'
import type { Connection } from './connection.ts'

/** The state of a file. `refused`: never sent. `here`: already in the project. `checking`: whether it is. */
type State =
  | 'ready'
  | 'refused'
  | 'here'
  | 'checking'
  | 'waiting'
  | 'sending'
  | 'sent'
  | 'done'
  | 'failed'

/** A presigned upload. */
interface Address {
  uploadUrl: string
  key: string
  /** By `performance.now()`. */
  signedAt: number
}

/** An alteration. The original is in the list or already in the project. */
export interface Pair {
  original: Row | Medium
  kind: string
  kindName: string
  note: string
}

/** A file of the project. */
export interface Medium {
  id: string
  filename: string
  size: number
  type: string
}

/** A chosen file. */
export interface Row {
  readonly file: File
  /** In NFC: macOS decomposes names, which breaks searches elsewhere. */
  readonly name: string
  readonly contentType: string
  /** A media type of the API: PHOTO, VIDEO … */
  type: string
  state: State
  /** Bytes. */
  sent: number
  /** Why it was refused or failed. */
  reason: string
  warnings: string[]
  upload: Address | undefined
  /** When all bytes were sent, by `performance.now()`. */
  sentAt: number
  mediaId: string | undefined
  /** Whether to upload it despite a duplicate. */
  isWanted: boolean
  pair: Pair | undefined
  /** Aborts the PUT. */
  abort: AbortController | undefined
}

/** An upload: its files and listeners. */
export interface Upload {
  readonly settings: Settings
  readonly format: Format
  readonly connection: Connection
  readonly rows: readonly Row[]
  /** Called when a row's state changes. */
  changed(row: Row): void
  /** Called when a row makes progress. */
  moved(row: Row): void
  unordered(): void
}

/** Whether it is in progress: leaving the page would lose it. */
export function isUnderWay({ state }: Row): boolean {
  return state === 'checking' || state === 'waiting' || state === 'sending' || state === 'sent'
}

/** Whether this upload adds it to the project. */
export function counts({ state }: Row): boolean {
  return state !== 'refused' && state !== 'here'
}

/** Whether its upload was requested. */
export function isBegun(row: Row): boolean {
  return counts(row) && row.state !== 'ready'
}

export function originalId({ original }: Pair): string | undefined {
  return 'file' in original ? original.mediaId : original.id
}

export function originalName({ original }: Pair): string {
  return 'file' in original ? original.name : original.filename
}

/** Fallbacks for files without a type. */
const CONTENT_TYPES = new Map(
  Object.entries({
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
  }),
)
const MEDIA_TYPE = /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*$/i
/** docs/contract.md#c13-formats */
const PREVIEWED = /^image\/(jpeg|png|webp|tiff)$/

export function contentTypeOf({ type, name }: File): string {
  const [claimed = ''] = type.split(';')
  if (MEDIA_TYPE.test(claimed)) return claimed
  return CONTENT_TYPES.get(extensionOf(name)) ?? 'application/octet-stream'
}

/** A guess of the file's media type, which the person can change before the upload. */
export function mediaTypeOf(name: string, contentType: string): string {
  if (/floor[ _-]?plan/i.test(name)) return 'FLOORPLAN'
  if (contentType.startsWith('image/')) return 'PHOTO'
  if (contentType.startsWith('video/')) return 'VIDEO'
  return /brochure|flyer/i.test(name) ? 'BROCHURE' : 'DOCUMENT'
}

/** Files that operating systems leave in folders. */
export function isSystemFile({ name }: File): boolean {
  return name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name)
}

/** Why a file can't be sent; empty if it can. */
export function refusalOf({ size }: File, { maxFileBytes }: Settings, format: Format): string {
  if (size === 0) return TEXTS.empty
  return size > maxFileBytes ? TEXTS.tooLarge(format.bytes(maxFileBytes)) : ''
}

/** Warnings about a photo before it is sent. */
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

/** JPEG segments to scan. Cameras write about twenty before the size. */
const SEGMENTS_READ = 200

/** The pixels of a JPEG or PNG, read from its header to avoid decoding it in memory. */
async function pixelsOf(file: Blob): Promise<number> {
  const head = await viewOf(file, 0, 24)
  if (head.byteLength < 24) return 0
  if (head.getUint32(0) === 0x89504e47) return head.getUint32(16) * head.getUint32(20)
  return head.getUint16(0) === 0xffd8 ? pixelsOfJpeg(file) : 0
}

async function pixelsOfJpeg(file: Blob): Promise<number> {
  let at = 2
  for (let i = 0; i < SEGMENTS_READ; i++) {
    const segment = await viewOf(file, at, 9)
    if (segment.byteLength < 9 || segment.getUint8(0) !== 0xff) return 0
    const marker = segment.getUint8(1)
    if (isFrame(marker)) return segment.getUint16(5) * segment.getUint16(7)
    at += 2 + segment.getUint16(2)
  }
  return 0
}

/** Start of frame: C0 to CF without DHT (C4), JPG (C8) and DAC (CC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

async function viewOf(file: Blob, at: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(at, at + length).arrayBuffer())
}
