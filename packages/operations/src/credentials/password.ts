import { createHash, timingSafeEqual } from 'node:crypto'
import { randomBase62 } from '@mediajobs/domain'
import { hash, type Options, parseOptions } from '@node-rs/argon2'

// OWASP's Password Storage Cheat Sheet: Argon2id (the library's default), 19 MiB, 2 passes, 1 lane.
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const SALT_BYTES = 16
// The fields of a PHC string: '', algorithm, version, costs, salt, hash.
const SALT_FIELD = 4
// 24 base62 characters are 142 random bits.
const GENERATED_LENGTH = 24

/**
 * Hashes `password` for a person's accounts, which share a salt: one computation serves them all.
 *
 * @param personId seeds the salt
 * @param stored the stored hash of one of the accounts, if any
 */
export function hashOf(password: string, personId: string, stored?: string): Promise<string> {
  const options = stored === undefined ? { ...COST, salt: saltFor(personId) } : optionsOf(stored)
  return hash(password.normalize('NFKC'), options)
}

/** Constant-time comparison. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export function generatePassword(): string {
  return randomBase62(GENERATED_LENGTH)
}

/** Derived, not random: accounts created concurrently must share it. */
function saltFor(personId: string): Buffer {
  return createHash('sha256').update(`password:${personId}`).digest().subarray(0, SALT_BYTES)
}

function optionsOf(stored: string): Options {
  const { memoryCost, timeCost, parallelism, outputLen } = parseOptions(stored)
  const salt = Buffer.from(stored.split('$')[SALT_FIELD] ?? '', 'base64')
  return { memoryCost, timeCost, parallelism, outputLen, salt }
}
