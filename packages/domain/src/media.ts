import { hash } from 'node:crypto'

export const MEDIA_TYPES = [
  'PHOTO',
  'VIDEO',
  'FLOORPLAN',
  'VIRTUAL_TOUR',
  'PROPERTY_WEBSITE',
  'BROCHURE',
  'DOCUMENT',
] as const
export type MediaType = (typeof MEDIA_TYPES)[number]

/** docs/contract.md#c13-alteration */
export const ALTERATION_KINDS = [
  'VIRTUAL_STAGING',
  'SKY',
  'OBJECT_REMOVAL',
  'TWILIGHT',
  'OTHER',
] as const
export type AlterationKind = (typeof ALTERATION_KINDS)[number]

/** docs/contract.md#c13-preview */
export const PREVIEW_STATES = ['PENDING', 'READY', 'REFUSED', 'NONE'] as const
export type PreviewState = (typeof PREVIEW_STATES)[number]

/** Of the watermarked picture on a locked delivery: docs/contract.md#c19-marked */
export const MARK_STATES = ['PENDING', 'READY', 'REFUSED'] as const

/**
 * A smaller copy of a picture. `maxPixels` bounds its longer side; smaller originals aren't enlarged.
 * docs/contract.md#c13-sizes
 */
export interface Derivative {
  readonly maxPixels: number
  readonly contentType: 'image/webp' | 'image/jpeg'
  /** 1 to 100, of the format's encoder. */
  readonly quality: number
}

export const DERIVATIVES = {
  thumb: { maxPixels: 480, contentType: 'image/webp', quality: 70 },
  medium: { maxPixels: 640, contentType: 'image/webp', quality: 72 },
  grid: { maxPixels: 960, contentType: 'image/webp', quality: 72 },
  large: { maxPixels: 1920, contentType: 'image/webp', quality: 78 },
  mls: { maxPixels: 2048, contentType: 'image/jpeg', quality: 85 },
} as const satisfies Record<string, Derivative>

export type DerivativeName = keyof typeof DERIVATIVES

/** With a tiled watermark, made only for locked deliveries. docs/contract.md#c19-marked */
export const MARKED = {
  maxPixels: 1280,
  contentType: 'image/webp',
  quality: 72,
} as const satisfies Derivative

/** An uploaded logo on pages and in mails, at twice the size for high-density screens. docs/contract.md#c13-logo */
export const LOGO = { maxWidth: 320, maxHeight: 120, contentType: 'image/png' } as const

export const LOGO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** docs/contract.md#c13-logo */
export const LOGO_STATES = ['PENDING', 'READY', 'REFUSED'] as const
export type LogoState = (typeof LOGO_STATES)[number]

const EXTENSIONS = { 'image/webp': '.webp', 'image/jpeg': '.jpg' } as const

/**
 * The object key of a derivative. Unguessable from the keys of other sizes. docs/contract.md#c13-derived-keys
 *
 * @param secret 32 random bytes of the media item, never shown
 */
export function derivativeKey(
  organizationId: string,
  secret: Buffer,
  name: DerivativeName,
): string {
  return keyOf(organizationId, secret, name, DERIVATIVES[name].contentType)
}

/** The object key of a marked picture. @param secret 32 random bytes, not those of the other derivatives */
export function markedKey(organizationId: string, secret: Buffer): string {
  return keyOf(organizationId, secret, 'marked', MARKED.contentType)
}

function keyOf(
  organizationId: string,
  secret: Buffer,
  name: string,
  contentType: Derivative['contentType'],
): string {
  // Safe without an HMAC: a truncated hash of a fixed-length secret can't be extended. HMAC objects for the 200 keys
  // of a gallery took a fifth of its CPU time.
  const unguessable = hash('sha256', Buffer.concat([secret, Buffer.from(name)]), 'hex').slice(0, 32)
  return `${organizationId}/derived/${unguessable}${EXTENSIONS[contentType]}`
}
