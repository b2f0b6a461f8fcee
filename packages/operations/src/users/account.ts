import { newId, type Sql, type Transaction } from '@mediajobs/db'
import { knowsNetwork } from '../credentials/known-networks.ts'
import { networkOf } from '../credentials/network-of.ts'
import { hashesOf, isAmong } from '../credentials/password.ts'
import { accountOf } from '../shared/account-of.ts'

/** One of the accounts of a person. A sign-in opens an account. Its id is never shown. */
export interface Account {
  id: string
  passwordHash: string
  /** Whether it signed in from the caller's network recently. */
  isKnown: boolean
}

const ACCOUNTS = `
  select a.id, a.password_hash as "passwordHash", ${knowsNetwork('a.id', '$2')} as "isKnown"
  from users as a
  where a.password_hash is not null and a.id in (
    select $1::uuid
    union select m.account_id from memberships as m
      where m.user_id = $1 and m.account_id is not null)
  order by a.created_at, a.id`

/** The accounts of a person, the oldest first. */
export function accountsOf(sql: Sql, personId: string, address: string): Promise<Account[]> {
  return sql.query<Account>(ACCOUNTS, [personId, networkOf(address)])
}

/** The hashes that `password` may have in the accounts of a person: see {@link hashesOf}. */
export function hashesFor(password: string, personId: string, accounts: readonly Account[]) {
  const stored = accounts.map(({ passwordHash }) => passwordHash)
  return hashesOf(password, personId, stored)
}

/** The accounts that may be tried and have the password. */
export function matchingAccounts(
  accounts: readonly Account[],
  hashes: readonly string[],
  { onlyKnown }: { onlyKnown: boolean },
): Account[] {
  return accounts.filter(
    ({ passwordHash, isKnown }) => (isKnown || !onlyKnown) && isAmong(hashes, passwordHash),
  )
}

// The `not exists`: in data of an earlier version a membership may be accepted without an account. A new
// account must not get that membership.
const TAKE_OWN = `
  update users as u set password_hash = $2
  where u.id = $1 and u.password_hash is null and not exists (
    select from memberships as m where m.user_id = $1 and ${accountOf('m')} = $1)
  returning u.id`
const ADD_FURTHER = 'insert into users (id, person_id, password_hash) values ($1, $2, $3)'

/** Makes a new account of a locked person, and returns its id. */
export async function makeAccount(
  tx: Transaction,
  personId: string,
  passwordHash: string,
): Promise<string> {
  const [own] = await tx.query<{ id: string }>(TAKE_OWN, [personId, passwordHash])
  if (own) return own.id
  const id = newId()
  await tx.query(ADD_FURTHER, [id, personId, passwordHash])
  return id
}
