// People and their accounts: docs/adr/0013-accounts.md. Raw SQL: an upsert by expression, and locks.
import { randomUUID } from 'node:crypto'
import { newId, one, type Sql, type Transaction } from '@mediajobs/db'
import { memberships, sessions, users } from '@mediajobs/db/schema'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { knowsNetwork, networkOf } from './credentials/networks.ts'
import { hashOf, isSameHash } from './credentials/password.ts'

/** A person, known by one email address in all organizations. May have several accounts. */
export interface Person {
  /** The user's id in every organization. Immutable. */
  id: string
  /** Lower case. */
  email: string
}

// An upsert, so that concurrent transactions with a new email get the same person: `do nothing` wouldn't return the row.
const PERSON = `
  insert into users (id, email) values ($1, $2)
  on conflict (lower(email)) do update set email = users.email
  returning id, email`

/** Finds or creates the person with this email. */
export async function personOf(tx: Transaction, email: string): Promise<Person> {
  // Lower case: the first organization's spelling would tell a second one that the person exists.
  const rows = await tx.query<Person>(PERSON, [newPersonId(), email.toLowerCase()])
  return one(rows, 'the insert of a user')
}

/** Finds the person with this email, case-insensitively. */
export async function findPerson(sql: Sql, email: string): Promise<Person | undefined> {
  const text = 'select id, email from users where lower(email) = lower($1)'
  const [person] = await sql.query<Person>(text, [email])
  return person
}

/** Locks the person's accounts, passwords and session count until the commit. Always a transaction's first lock. */
export async function lockPerson(tx: Transaction, personId: string): Promise<void> {
  await tx.query('select from users where id = $1 for no key update', [personId])
}

/** A UUIDv7 with a random time: the real one would reveal when the person first joined another organization. */
function newPersonId(): string {
  const id = randomUUID()
  return `${id.slice(0, 14)}7${id.slice(15)}`
}

/** One of a person's accounts, each with its own password. */
export interface Account {
  /** Never shown. */
  id: string
  passwordHash: string
  /** Recently signed in from the caller's network. */
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

/** A person's accounts, oldest first. */
export function accountsOf(sql: Sql, personId: string, address: string): Promise<Account[]> {
  return sql.query<Account>(ACCOUNTS, [personId, networkOf(address)])
}

/** The hash of `password` as a person's accounts store it: see {@link hashOf}. */
export function hashFor(password: string, personId: string, accounts: readonly Account[]) {
  return hashOf(password, personId, accounts[0]?.passwordHash)
}

/** The eligible accounts whose password matches. */
export function matchingAccounts(
  accounts: readonly Account[],
  hash: string,
  { onlyKnown }: { onlyKnown: boolean },
): Account[] {
  return accounts.filter(
    ({ passwordHash, isKnown }) => (isKnown || !onlyKnown) && isSameHash(hash, passwordHash),
  )
}

/** Creates an account for a locked person. @returns its id */
export async function createAccount(
  tx: Transaction,
  personId: string,
  passwordHash: string,
): Promise<string> {
  const isUnused = and(eq(users.id, personId), isNull(users.passwordHash))
  const own = tx.orm.update(users).set({ passwordHash }).where(isUnused)
  if ((await own.returning({ id: users.id })).length > 0) return personId
  const id = newId()
  await tx.orm.insert(users).values({ id, personId, passwordHash })
  return id
}

/** A hashed password, and the accounts it may be tried on. */
export interface HashedAttempt {
  personId: string
  hash: string
  /** The caller's IP address. */
  address: string
  onlyKnown: boolean
}

/**
 * Locks the person and finds the account with the password. Merges accounts that share it: one sign-in opens all their
 * organizations (docs/contract.md#c2-users-same-address).
 *
 * @returns the account's id, or `null` if none matches anymore.
 */
export async function openAccount(tx: Transaction, tried: HashedAttempt): Promise<string | null> {
  const { personId, hash, address } = tried
  await lockPerson(tx, personId)
  const open = matchingAccounts(await accountsOf(tx, personId, address), hash, tried)
  // Prefers the account stored in the person's own row.
  const kept = open.find(({ id }) => id === personId) ?? open[0]
  if (!kept) return null
  const others = open.filter((account) => account !== kept).map(({ id }) => id)
  if (others.length > 0) await merge(tx, personId, kept.id, others)
  return kept.id
}

async function merge(
  { orm }: Transaction,
  personId: string,
  kept: string,
  others: string[],
): Promise<void> {
  const isOthers = and(eq(memberships.userId, personId), inArray(memberships.accountId, others))
  await orm.update(memberships).set({ accountId: kept }).where(isOthers)
  await orm.update(sessions).set({ userId: kept }).where(inArray(sessions.userId, others))
  await orm.delete(users).where(and(inArray(users.id, others), isNotNull(users.personId)))
}
