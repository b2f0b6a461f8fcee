import { hash } from 'node:crypto'
import { cellPrefix } from './cells.ts'
import { BASE62, randomBase62 } from './tokens.ts'

// docs/contract.md#c2-key-form: `mjk_`, the cell if there is one, 43 random base62 characters (256 bits), 6 of
// checksum. The checksum refuses a typo without a query, also one in the cell, and lets secret scanners
// recognise a key.
const PREFIX = 'mjk_'
const RANDOM_LENGTH = 43
const CHECKSUM_LENGTH = 6
const SHOWN_RANDOM_LENGTH = 8
const FORM = new RegExp(
  `^${PREFIX}(?:[a-z0-9]{2,8}_)?[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`,
)

/**
 * A new API key. It is shown once. The database has only its hash.
 *
 * @param cell the cell of this installation; `null` when it has no name
 */
export function generateApiKey(cell: string | null = null): string {
  const text = PREFIX + cellPrefix(cell) + randomBase62(RANDOM_LENGTH)
  return text + checksum(text)
}

/** Whether `key` has the form and the checksum of a key of this service, of any cell. */
export function isWellFormedApiKey(key: string): boolean {
  return FORM.test(key) && key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH)))
}

/** The first characters of a key, so that people can tell keys apart: its prefix, its cell, and 8 more. */
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
