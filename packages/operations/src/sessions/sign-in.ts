import type { Store } from '@mediajobs/outbox'
import { beginSignIn } from '../credentials/sign-in-slowing.ts'
import { unauthenticated } from '../shared/errors.ts'
import { accountsOf, hashesFor, matchingAccounts } from '../users/account.ts'
import { findPerson } from '../users/person.ts'
import { openAccount } from './open-account.ts'
import { type SignedIn, startSession } from './start-session.ts'

export interface SignInInput {
  email: string
  password: string
}

// For an unknown email: the same statements run, and one hash is computed, so that it takes as long.
const NO_PERSON = '00000000-0000-0000-0000-000000000000'

/**
 * Signs a person in to the account that has the password. A person who is active in no organization can sign
 * in too, and gets an empty list. It opens its own transaction, so that none is open while a password is
 * hashed.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `unauthenticated` (`sign_in_failed`), the same and after the same time for an
 *   unknown email and for one with any number of accounts; `too_many` (`sign_in_slowed`).
 */
export async function signIn(
  store: Pick<Store, 'sql' | 'transaction'>,
  { email, password }: SignInInput,
  address: string,
): Promise<SignedIn> {
  const { sql } = store
  const personId = (await findPerson(sql, email))?.id ?? NO_PERSON
  const accounts = await accountsOf(sql, personId, address)
  const isKnown = accounts.some((account) => account.isKnown)
  const attempt = await beginSignIn(sql, { email, address, isKnown })
  const hashes = await hashesFor(password, personId, accounts)
  if (matchingAccounts(accounts, hashes, attempt).length === 0) throw failed()
  const tried = { personId, hashes, address, onlyKnown: attempt.onlyKnown }
  const signedIn = await store.transaction(async (tx) => {
    const accountId = await openAccount(tx, tried)
    const started = accountId && (await startSession(tx, { accountId, personId, address }))
    if (!started) throw failed()
    return started
  })
  await attempt.succeed()
  return signedIn
}

function failed() {
  return unauthenticated('sign_in_failed', 'The email or the password is wrong.')
}
