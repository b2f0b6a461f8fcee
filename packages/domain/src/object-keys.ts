import { randomBase62 } from './api-key.ts'

/**
 * What of the bucket anyone may read who has the unguessable address: keys that begin with an
 * organization's id, and so never what lies in staging. `?` is any one character, as in the policy
 * of a bucket.
 */
export const PUBLIC_READ_PREFIX = `${'?'.repeat(8)}-${'????-'.repeat(3)}${'?'.repeat(12)}/`

/** Where uploads are put. Nobody reads there but the service. */
export const STAGING_PREFIX = 'staging/'

// 32 base62 characters are 190 random bits; nobody guesses 128.
const RANDOM_LENGTH = 32
// What a file's name may add to a key: readers of listings want `.jpg` at the end of an address.
const EXTENSION = /\.[a-z0-9]{1,8}$/

/** Keys for one upload: the bytes are put to `stagingKey`, and confirming copies them to `key`. */
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
