import type { Database, Transaction } from '@mediajobs/db'
import { sessions, users } from '@mediajobs/db/schema'
import { and, eq, ne } from 'drizzle-orm'
import { badSession } from '../credentials/admit.ts'
import { hashPassword, passwordMatches } from '../credentials/password.ts'
import { beginSignIn } from '../credentials/sign-in-slowing.ts'
import { OperationError } from '../errors.ts'
import type { Session } from './find-session.ts'

export interface PasswordChange {
  currentPassword: string
  newPassword: string
}

/**
 * Changes a person's password and ends all their sessions but this one. Wrong current passwords
 * count as at a sign-in: whoever finds an open browser must not guess there either.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `invalid` (`password_wrong`), `too_many` (`sign_in_slowed`).
 */
export async function changePassword(
  database: Database,
  session: Session,
  { currentPassword, newPassword }: PasswordChange,
  address: string,
): Promise<void> {
  const [account] = await database.sql.orm
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, session.userId))
  if (!account) throw badSession()
  const { email, passwordHash } = account
  const attempt = await beginSignIn(database.sql, { email, address })
  const matches = await passwordMatches(passwordHash, currentPassword)
  if (!matches || passwordHash === null) throw wrongPassword()
  const newHash = await hashPassword(newPassword)
  await database.transaction((tx) => replacePassword(tx, session, passwordHash, newHash))
  await attempt.forgive()
}

/** Of two changes at the same instant one finds that the password is another one by now. */
async function replacePassword(
  tx: Transaction,
  { id, userId }: Session,
  before: string,
  after: string,
): Promise<void> {
  const replaced = await tx.orm
    .update(users)
    .set({ passwordHash: after })
    .where(and(eq(users.id, userId), eq(users.passwordHash, before)))
    .returning({ id: users.id })
  if (replaced.length === 0) throw wrongPassword()
  await tx.orm.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, id)))
}

function wrongPassword() {
  return new OperationError('invalid', 'password_wrong', [
    'currentPassword is not the password of this account',
  ])
}
