import { randomUUID } from 'node:crypto'
import { one, type Sql, type Transaction } from '@mediajobs/db'

/** The person of one email address, the same for all organizations. A person may have several accounts. */
export interface Person {
  /** The user's id in every organization. It never changes. */
  id: string
  /** In lower case. */
  email: string
}

// Two parallel transactions with one new email get the same person. `do update` is needed to return the row
// that exists: `do nothing` returns none.
const PERSON = `
  insert into users (id, email) values ($1, $2)
  on conflict (lower(email)) do update set email = users.email
  returning id, email`

/** The person of this email. A new one is made if none exists. */
export async function personOf(tx: Transaction, email: string): Promise<Person> {
  // In lower case: the spelling of the first organization would show a second one that the person exists.
  const person = one(
    await tx.query<Person>(PERSON, [newPersonId(), email.toLowerCase()]),
    'the insert of a user',
  )
  return person
}

/** The person of this email. Upper and lower case are the same. */
export async function findPerson(sql: Sql, email: string): Promise<Person | undefined> {
  const [person] = await sql.query<Person>(
    'select id, email from users where lower(email) = lower($1)',
    [email],
  )
  return person
}

/**
 * Locks the person's accounts, passwords and number of sessions until the commit. A transaction takes this
 * lock before all its other locks.
 */
export async function lockPerson(tx: Transaction, personId: string): Promise<void> {
  await tx.query('select from users where id = $1 for no key update', [personId])
}

/**
 * A UUIDv7 with a random time. The real time would show an organization that invites a person since when
 * that person is known elsewhere.
 */
function newPersonId(): string {
  const id = randomUUID()
  return `${id.slice(0, 14)}7${id.slice(15)}`
}
