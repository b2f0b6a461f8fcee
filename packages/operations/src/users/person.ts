import { randomUUID } from 'node:crypto'
import { one, type Sql, type Transaction } from '@mediajobs/db'

/** What all organizations know by one e-mail address. Its accounts may be several. */
export interface Person {
  /** The user's id in every organization. It never changes. */
  id: string
  /** In lower case, whatever the case in which it was given. */
  email: string
}

// Two who name one new person at once get the same: only an update answers its row.
const PERSON = `
  insert into users (id, email) values ($1, $2)
  on conflict (lower(email)) do update set email = users.email
  returning id, email`

/** The person of this email, made if there is none. */
export async function personOf(tx: Transaction, email: string): Promise<Person> {
  // One case for all: the case of the first organization would tell a second one of it.
  const person = one(
    await tx.query<Person>(PERSON, [newPersonId(), email.toLowerCase()]),
    'the insert of a user',
  )
  return person
}

/** The person of this email in any case. */
export async function findPerson(sql: Sql, email: string): Promise<Person | undefined> {
  const [person] = await sql.query<Person>(
    'select id, email from users where lower(email) = lower($1)',
    [email],
  )
  return person
}

/**
 * Until the commit no other transaction changes the accounts of this person, their passwords or their
 * number of sessions. It comes before all other locks of such a transaction.
 */
export async function lockPerson(tx: Transaction, personId: string): Promise<void> {
  await tx.query('select from users where id = $1 for no key update', [personId])
}

/**
 * A UUIDv7 in form, with a time that means nothing: the real one would tell an organization that
 * invites somebody since when they have had an account elsewhere.
 */
function newPersonId(): string {
  const id = randomUUID()
  return `${id.slice(0, 14)}7${id.slice(15)}`
}
