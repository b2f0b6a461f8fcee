import { randomBase62 } from '@mediajobs/domain'
import { hash, type Options, verify } from '@node-rs/argon2'

/** Contract, section 2, names no bounds. An API's schema refuses what is shorter or longer. */
export const PASSWORD_LENGTH = { min: 12, max: 200 } as const

// OWASP's Password Storage Cheat Sheet: Argon2id, 19 MiB, 2 passes, 1 lane. Argon2id is the
// library's algorithm when none is named.
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// 24 base62 characters are 142 random bits.
const GENERATED_LENGTH = 24

let decoy: Promise<string> | undefined

/** What is stored of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), COST)
}

/**
 * Whether `password` is the one that was hashed. Without a hash, because there is no account or it
 * has no password yet, the answer is no and takes just as long.
 */
export async function passwordMatches(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword(randomBase62(GENERATED_LENGTH))
  const matches = await verify(passwordHash ?? (await decoy), canonical(password))
  return matches && passwordHash !== null
}

/** A password for somebody who has none yet, to be shown once. */
export function generatePassword(): string {
  return randomBase62(GENERATED_LENGTH)
}

/** NIST SP 800-63B: one keyboard writes ü as one character, another as two. */
function canonical(password: string): string {
  return password.normalize('NFKC')
}
