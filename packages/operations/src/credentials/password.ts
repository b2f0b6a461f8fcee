import { createHash, timingSafeEqual } from 'node:crypto'
import { randomBase62 } from '@mediajobs/domain'
import { hash, type Options, parseOptions } from '@node-rs/argon2'

// OWASP's Password Storage Cheat Sheet: Argon2id, 19 MiB, 2 passes, 1 lane. Argon2id is the library's
// default algorithm.
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const SALT_BYTES = 16
// The fields of a PHC string: '', algorithm, version, costs, salt, hash.
const SALT_FIELD = 4
// 24 base62 characters are 142 random bits.
const GENERATED_LENGTH = 24

/**
 * The hashes that `password` may have for a person. A new account of the person stores the first one. All
 * accounts of a person have one salt, so this is one computation, whatever the number of accounts. Only
 * a password that the version before ADR 13 set may have a second salt.
 *
 * @param personId any text that is random enough for a salt, the same at every call
 * @param stored the stored hashes of the person's accounts
 */
export function hashesOf(
  password: string,
  personId: string,
  stored: readonly string[],
): Promise<[string, ...string[]]> {
  const bySalt = new Map(stored.map((each) => [saltOf(each).toString('hex'), optionsOf(each)]))
  const [first = { ...COST, salt: firstSalt(personId) }, ...others] = bySalt.values()
  const canonical = password.normalize('NFKC')
  return Promise.all([hash(canonical, first), ...others.map((options) => hash(canonical, options))])
}

/** Whether `stored` is one of the hashes that {@link hashesOf} returned. */
export function isAmong(hashes: readonly string[], stored: string): boolean {
  const bytes = Buffer.from(stored)
  return hashes.some((each) => {
    const other = Buffer.from(each)
    return other.length === bytes.length && timingSafeEqual(other, bytes)
  })
}

/** A password for a person who has none yet. It is shown once. */
export function generatePassword(): string {
  return randomBase62(GENERATED_LENGTH)
}

/** Computed, not random: two accounts that are made at the same time must have the same salt. */
function firstSalt(personId: string): Buffer {
  return createHash('sha256').update(`password:${personId}`).digest().subarray(0, SALT_BYTES)
}

function optionsOf(stored: string): Options {
  const { memoryCost, timeCost, parallelism, outputLen } = parseOptions(stored)
  return { memoryCost, timeCost, parallelism, outputLen, salt: saltOf(stored) }
}

function saltOf(stored: string): Buffer {
  return Buffer.from(stored.split('$')[SALT_FIELD] ?? '', 'base64')
}
