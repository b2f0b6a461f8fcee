import { hash } from 'node:crypto'

/** What became of the pictures that are made of a medium: docs/contract.md#c13-preview */
export const PREVIEW_STATES = ['PENDING', 'READY', 'REFUSED', 'NONE'] as const

export type PreviewState = (typeof PREVIEW_STATES)[number]

/**
 * A picture that is made of a medium. `maxPixels` bounds its longer side, and a smaller original is not
 * enlarged. docs/contract.md#c13-sizes
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

const EXTENSIONS = { 'image/webp': '.webp', 'image/jpeg': '.jpg' } as const

/**
 * The object key of a derivative. Each one is unguessable by itself: who knows the address of a small
 * picture does not know that of a larger one. docs/contract.md#c13-derived-keys
 *
 * @param secret 32 random bytes of the medium, which no response shows
 */
export function derivativeKey(
  organizationId: string,
  secret: Buffer,
  name: DerivativeName,
): string {
  // Half of a hash over a secret of one length can't be extended. An HMAC makes an object for each key:
  // the 200 keys of a gallery took a fifth of its processor time.
  const unguessable = hash('sha256', Buffer.concat([secret, Buffer.from(name)]), 'hex').slice(0, 32)
  return `${organizationId}/derived/${unguessable}${EXTENSIONS[DERIVATIVES[name].contentType]}`
}
