import { randomUUID } from 'node:crypto'
import type { Transaction } from '@mediajobs/db'

/** A person across organizations. */
export interface Account {
  id: string
  /** In lower case, whatever the case in which it was given. */
  email: string
  /** `null` until somebody has set one. */
  passwordHash: string | null
}

// Two who name one new person at once get the same account: only an update answers its row.
const ACCOUNT = `
  insert into users (id, email) values ($1, $2)
  on conflict (lower(email)) do update set email = users.email
  returning id, email, password_hash as "passwordHash"`

/** The account of the person with this email, made if there is none. */
export async function accountOf(tx: Transaction, email: string): Promise<Account> {
  const [account] = await tx.query<Account & { [column: string]: unknown }>(ACCOUNT, [
    newAccountId(),
    // One case for all: the case of the first organization would tell a second one of it.
    email.toLowerCase(),
  ])
  if (!account) throw new Error('the insert of a user answered no row')
  return account
}

/**
 * A UUIDv7 in form, with a time that means nothing: the real one would tell an organization that
 * invites somebody since when they have had an account elsewhere.
 */
function newAccountId(): string {
  const id = randomUUID()
  return `${id.slice(0, 14)}7${id.slice(15)}`
}
