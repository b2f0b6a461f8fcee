import type { Database } from '@mediajobs/db'
import { passwordMatches } from '../credentials/password.ts'
import { beginSignIn } from '../credentials/sign-in-slowing.ts'
import { unauthenticated } from '../errors.ts'
import type { Account } from '../users/account.ts'
import { type SignedIn, startSession } from './start-session.ts'

export interface SignInInput {
  email: string
  password: string
}

/**
 * Signs a person in, also one who is active in no organization now: they are told none. It opens its
 * transaction itself, for none should be held open while a password is hashed.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `unauthenticated` (`sign_in_failed`), alike and after as long whether the
 *   account is unknown, has no password yet or has another one; `too_many` (`sign_in_slowed`).
 */
export async function signIn(
  database: Database,
  { email, password }: SignInInput,
  address: string,
): Promise<SignedIn> {
  const attempt = await beginSignIn(database.sql, { email, address })
  const [account] = await database.sql.query<Account & { [column: string]: unknown }>(
    'select id, email, password_hash as "passwordHash" from users where lower(email) = lower($1)',
    [email],
  )
  const passwordHash = account?.passwordHash ?? null
  const matches = await passwordMatches(passwordHash, password)
  if (!matches || !account || passwordHash === null) throw failed()
  const signedIn = await database.transaction((tx) => startSession(tx, account.id, passwordHash))
  if (!signedIn) throw failed()
  await attempt.forgive()
  return signedIn
}

function failed() {
  return unauthenticated('sign_in_failed', 'The email or the password is wrong.')
}
