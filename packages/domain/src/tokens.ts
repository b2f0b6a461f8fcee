import { hash, randomBytes } from 'node:crypto'
import { cellPrefix } from './cells.ts'

/** The digits of base62, in ASCII order. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

// 256 random bits. docs/contract.md#c3-delivery-token-bits wants 128 at least.
const TOKEN_LENGTH = 43

/**
 * A token that cannot be guessed: `prefix`, the cell if there is one, and base62. It is shown once, and stored
 * as {@link hashSecret}.
 *
 * @param cell the cell of this installation; `null` when it has no name
 */
export function randomToken(cell: string | null, prefix = ''): string {
  return prefix + cellPrefix(cell) + randomBase62(TOKEN_LENGTH)
}

/** `length` random characters of base62. Each has 5.95 bits. */
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
