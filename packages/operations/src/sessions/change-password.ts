import type { Transaction } from '@mediajobs/db'
import type { Store } from '@mediajobs/outbox'
import { badSession } from '../credentials/admission/admit.ts'
import { beginSignIn } from '../credentials/sign-in-slowing.ts'
import { OperationError } from '../shared/errors.ts'
import { type Account, accountsOf, hashesFor, matchingAccounts } from '../users/account.ts'
import { lockPerson } from '../users/person.ts'
import type { Session } from './find-session.ts'

export interface PasswordChange {
  currentPassword: string
  newPassword: string
}

/**
 * Changes the password of the session's account and ends all its other sessions. Other accounts of the same
 * email keep their passwords.
 *
 * Every attempt counts like a wrong password at a sign-in, also a right one: otherwise a person could set
 * password after password to find the password of another account of this email. The attempts are counted by
 * account, so that only its own sessions can use them up.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `invalid` (`password_wrong`), `too_many` (`sign_in_slowed`).
 */
export async function changePassword(
  store: Pick<Store, 'sql' | 'transaction'>,
  session: Session,
  { currentPassword, newPassword }: PasswordChange,
  address: string,
): Promise<void> {
  const { sql } = store
  const { accountId, personId, email } = session
  const accounts = await accountsOf(sql, personId, address)
  const account = accounts.find(({ id }) => id === accountId)
  if (!account) throw badSession()
  await beginSignIn(sql, { email, address, isKnown: true, accountId })
  const hashes = await hashesFor(currentPassword, personId, accounts)
  if (matchingAccounts([account], hashes, { onlyKnown: false }).length === 0) throw wrongPassword()
  const [after] = await hashesFor(newPassword, personId, accounts)
  await store.transaction((tx) => replacePassword(tx, session, account, after))
}

const REPLACE =
  'update users set password_hash = $3 where id = $1 and password_hash = $2 returning id'
const END_OTHERS = 'delete from sessions where user_id = $1 and id <> $2'

/** The second of two parallel changes finds another password than it read, and is refused. */
async function replacePassword(
  tx: Transaction,
  { id, personId }: Session,
  { id: accountId, passwordHash }: Account,
  after: string,
): Promise<void> {
  await lockPerson(tx, personId)
  const replaced = await tx.query(REPLACE, [accountId, passwordHash, after])
  if (replaced.length === 0) throw wrongPassword()
  await tx.query(END_OTHERS, [accountId, id])
}

function wrongPassword() {
  return new OperationError('invalid', 'password_wrong', [
    'currentPassword is not the password of this account',
  ]).at('currentPassword')
}
