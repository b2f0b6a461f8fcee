import type { Sql } from '@mediajobs/db'
import { hashSecret } from '@mediajobs/domain'
import { badSession } from '../credentials/admission/admit.ts'
import { findSignedInPerson, type SignedInPerson } from './signed-in-person.ts'

/** The session of a person. It belongs to no single organization. */
export interface Session {
  id: string
  /** The account that signed in. It is never shown. */
  accountId: string
  /** The person of the account: the user's id in every organization. */
  personId: string
  email: string
  expiresAt: string
}

/** The person of a session, and where the session can act. */
export interface CurrentSession extends SignedInPerson {
  expiresAt: string
}

const SESSION = `
  select s.id, a.id as "accountId", p.id as "personId", p.email,
    s.expires_at as "expiresAt"
  from sessions as s
  join users as a on a.id = s.user_id
  join users as p on p.id = coalesce(a.person_id, a.id)
  where s.token_hash = $1 and s.expires_at > now()`

/** @throws {OperationError} `unauthenticated` for a token that is unknown or has ended. */
export async function findSession(sql: Sql, token: string): Promise<Session> {
  const [session] = await sql.query<Session>(SESSION, [hashSecret(token)])
  if (!session) throw badSession().naming(token)
  return session
}

/** @throws {OperationError} `unauthenticated` when the account is a member of no organization any more. */
export async function describeSession(sql: Sql, session: Session): Promise<CurrentSession> {
  const person = await findSignedInPerson(sql, session)
  if (!person) throw badSession()
  return { expiresAt: session.expiresAt, ...person }
}
