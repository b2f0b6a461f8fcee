import { hash, randomBytes } from 'node:crypto'

// docs/contract.md#c2-key-form: `mjk_`, 43 random base62 characters (256 bits), 6 of checksum. The checksum
// refuses a typo without a query, and lets secret scanners recognise a key.
const PREFIX = 'mjk_'
const RANDOM_LENGTH = 43
const CHECKSUM_LENGTH = 6
const SHOWN_LENGTH = 12
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

/** A new API key. It is shown once. The database has only its {@link hashSecret}. */
export function generateApiKey(): string {
  const random = randomBase62(RANDOM_LENGTH)
  return `${PREFIX}${random}${checksum(random)}`
}

/** Whether `key` has the form and the checksum of a key of this service. */
export function isWellFormedApiKey(key: string): boolean {
  if (!FORM.test(key)) return false
  const random = key.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH)
  return key.endsWith(checksum(random))
}

/** The first characters of a key, so that people can tell keys apart. */
export function shownPrefix(key: string): string {
  return key.slice(0, SHOWN_LENGTH)
}

/** A random token in base62. 43 characters have 256 bits. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 below 256. With larger bytes the first characters would be more
      // frequent.
      if (byte < 248 && text.length < length) text += BASE62[byte % 62]
    }
  }
  return text
}

/** SHA-256 of a secret with at least 128 random bits. A slow hash would not make it safer. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

function checksum(random: string): string {
  let rest = hash('sha256', PREFIX + random, 'buffer').readUInt32BE(0)
  let text = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
