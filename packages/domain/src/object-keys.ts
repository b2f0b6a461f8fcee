import { randomBase62 } from './tokens.ts'

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
