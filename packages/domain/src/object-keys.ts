import { randomBase62 } from './tokens.ts'

/**
 * The keys that everybody may read who has their URL, which cannot be guessed. They begin with an
 * organization's id, so keys in staging never match. `?` is any one character, as in a bucket policy.
 */
export const PUBLIC_READ_PREFIX = `${'?'.repeat(8)}-${'????-'.repeat(3)}${'?'.repeat(12)}/`

/** The prefix of staging keys. Only the service can read them. */
export const STAGING_PREFIX = 'staging/'

// 32 base62 characters are 190 random bits. 128 bits cannot be guessed.
const RANDOM_LENGTH = 32
// The end of a file's name that is added to the key: people want `.jpg` at the end of a URL.
const EXTENSION = /\.[a-z0-9]{1,8}$/

/** The keys of one upload: its PUT goes to `stagingKey`, and the confirm copies the bytes to `key`. */
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
