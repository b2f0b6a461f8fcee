import { hash } from 'node:crypto'
import { BASE62, randomBase62 } from './tokens.ts'

// docs/contract.md#c2-key-form: `mjk_`, 43 random base62 characters (256 bits), 6 of checksum. The checksum
// refuses a typo without a query, and lets secret scanners recognise a key.
const PREFIX = 'mjk_'
const RANDOM_LENGTH = 43
const CHECKSUM_LENGTH = 6
const SHOWN_LENGTH = 12
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

/** A new API key. It is shown once. The database has only its hash. */
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

function checksum(random: string): string {
  let rest = hash('sha256', PREFIX + random, 'buffer').readUInt32BE(0)
  let text = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
