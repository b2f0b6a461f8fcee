import { hash, randomBytes } from 'node:crypto'
import { cellPrefix } from './cells.ts'

/** The digits of base62, in ASCII order. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

// 256 random bits. docs/contract.md#c3-delivery-token-bits requires 128.
const TOKEN_LENGTH = 43

/**
 * A random token: `prefix`, the cell if any, and base62. Shown once, stored as {@link hashSecret}.
 *
 * @param cell the cell of this installation; `null` if unnamed
 */
export function randomToken(cell: string | null, prefix = ''): string {
  return prefix + cellPrefix(cell) + randomBase62(TOKEN_LENGTH)
}

// 22 base62 characters are 130 random bits.
const PUBLIC_ID_LENGTH = 22
const PUBLIC_ID_FORM = new RegExp(`^([0-9a-z]+_)?[0-9A-Za-z]{${PUBLIC_ID_LENGTH}}$`)

/** The id of a page that anyone with its URL may read: the cell, if any, and base62. */
export function randomPublicId(cell: string | null): string {
  return cellPrefix(cell) + randomBase62(PUBLIC_ID_LENGTH)
}

/** Whether `text` has the form of a public id. Checked before a query, which fails on text with a NUL. */
export function isPublicId(text: string): boolean {
  return PUBLIC_ID_FORM.test(text)
}

/** `length` random base62 characters of 5.95 bits each. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Rejects bytes from 248, the largest multiple of 62, which would skew the distribution.
      if (byte < 248 && text.length < length) text += BASE62[byte % 62]
    }
  }
  return text
}

/** SHA-256 of a secret with at least 128 random bits, for which a slow hash adds nothing. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

// docs/contract.md#c2-key-form: `mjk_`, the cell if any, 43 random base62 characters (256 bits), 6 of checksum. The
// checksum catches typos without a query, including those in the cell, and lets secret scanners recognize keys.
const PREFIX = 'mjk_'
const RANDOM_LENGTH = 43
const CHECKSUM_LENGTH = 6
const SHOWN_RANDOM_LENGTH = 8
const FORM = new RegExp(
  `^${PREFIX}(?:[a-z0-9]{2,8}_)?[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`,
)

/**
 * A new API key, to be shown once: only its hash is stored.
 *
 * @param cell the cell of this installation; `null` if unnamed
 */
export function generateApiKey(cell: string | null = null): string {
  const text = PREFIX + cellPrefix(cell) + randomBase62(RANDOM_LENGTH)
  return text + checksum(text)
}

/** Whether `key` has the form and checksum of an API key, of any cell. */
export function isWellFormedApiKey(key: string): boolean {
  return FORM.test(key) && key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH)))
}

/** The visible start of a key, to tell keys apart: its prefix, its cell and 8 more characters. */
export function shownPrefix(key: string): string {
  return key.slice(0, key.lastIndexOf('_') + 1 + SHOWN_RANDOM_LENGTH)
}

/** @param key without its checksum */
function checksum(key: string): string {
  let rest = hash('sha256', key, 'buffer').readUInt32BE(0)
  let text = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
