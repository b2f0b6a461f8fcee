import type { Transaction } from '@mediajobs/db'
import { generatePassword, hashPassword } from '../credentials/password.ts'
import { OperationError } from '../errors.ts'

/**
 * Gives a person a new password, to be shown once, and ends all their sessions. For operators: the
 * service sends no mail, so nobody can do it who only says who they are.
 *
 * @throws {OperationError} `not_found` when nobody has this email.
 */
export async function resetPassword(tx: Transaction, email: string): Promise<string> {
  const password = generatePassword()
  const [person] = await tx.query<{ id: string }>(
    'update users set password_hash = $2 where lower(email) = lower($1) returning id',
    [email, await hashPassword(password)],
  )
  if (!person)
    throw new OperationError('not_found', 'not_found', [`Nobody has the email ${email}.`])
  await tx.query('delete from sessions where user_id = $1', [person.id])
  return password
}
