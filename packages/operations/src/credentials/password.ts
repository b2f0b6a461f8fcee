import { createHash, timingSafeEqual } from 'node:crypto'
import { randomBase62 } from '@mediajobs/domain'
import { hash, type Options, parseOptions } from '@node-rs/argon2'

// OWASP's Password Storage Cheat Sheet: Argon2id, 19 MiB, 2 passes, 1 lane. Argon2id is the
// library's algorithm when none is named.
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const SALT_BYTES = 16
// The fields of a PHC string: '', algorithm, version, costs, salt, hash.
const SALT_FIELD = 4
// 24 base62 characters are 142 random bits.
const GENERATED_LENGTH = 24

/**
 * The forms in which `password` may be stored for a person; a new account of theirs stores the first.
 * All accounts of a person have one salt, so this is one computation, for any number of accounts and
 * for none. Only a password that was set by the version before ADR 13 may bring a second salt.
 *
 * @param personId any text that is as random as a salt must be, and is the same at every call
 * @param stored what the person's accounts have stored
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

/** Whether `stored` is one of the forms that {@link hashesOf} returned. */
export function isAmong(hashes: readonly string[], stored: string): boolean {
  const bytes = Buffer.from(stored)
  return hashes.some((each) => {
    const other = Buffer.from(each)
    return other.length === bytes.length && timingSafeEqual(other, bytes)
  })
}

/** A password for somebody who has none yet, to be shown once. */
export function generatePassword(): string {
  return randomBase62(GENERATED_LENGTH)
}

/** Not drawn: two accounts that are made at the same instant must have the same. */
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
