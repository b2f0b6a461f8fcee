import { hash } from 'node:crypto'
import { randomBase62 } from './tokens.ts'

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

/** States of the watermarked picture on a locked delivery: docs/contract.md#c19-marked */
export const MARK_STATES = ['PENDING', 'READY', 'REFUSED'] as const

/**
 * A smaller copy of a picture. `maxPixels` bounds its longer side; smaller originals aren't enlarged.
 * docs/contract.md#c13-sizes
 */
export interface Derivative {
  readonly maxPixels: number
  readonly contentType: 'image/webp' | 'image/jpeg'
  /** The encoder's quality setting, 1 to 100. */
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
 * A derivative's object key. Unguessable from the keys of other sizes. docs/contract.md#c13-derived-keys
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

/**
 * Publicly readable keys, protected by being unguessable. They begin with an organization's id, so staging keys never
 * match. `?` is any one character, as in a bucket policy.
 */
export const PUBLIC_READ_PREFIX = `${'?'.repeat(8)}-${'????-'.repeat(3)}${'?'.repeat(12)}/`

/** The prefix of staging keys, which only the service can read. */
export const STAGING_PREFIX = 'staging/'

// 190 random bits; 128 would be enough.
const RANDOM_LENGTH = 32
// Kept: people expect a URL to end in `.jpg`.
const EXTENSION = /\.[a-z0-9]{1,8}$/

/** The PUT of an upload goes to `stagingKey`; the confirm copies the bytes to `key`. */
export function newObjectKeys(
  organizationId: string,
  filename: string,
): { key: string; stagingKey: string } {
  const extension = EXTENSION.exec(filename.toLowerCase())?.[0] ?? ''
  return {
    key: `${organizationId}/${randomBase62(RANDOM_LENGTH)}${extension}`,
    stagingKey: `${STAGING_PREFIX}${organizationId}/${randomBase62(RANDOM_LENGTH)}`,
  }
}
