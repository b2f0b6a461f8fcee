import type { Sql } from '@mediajobs/db'
import { hashSecret } from '@mediajobs/domain'
import { badSession } from '../credentials/admission/admit.ts'

/** The session of a person. It belongs to no single organization. */
export interface Session {
  id: string
  /** The account that signed in. It is never shown. */
  accountId: string
  /** The person of the account: the user's id in every organization. */
  personId: string
  email: string
}

const SESSION = `
  select s.id, a.id as "accountId", p.id as "personId", p.email
  from sessions as s
  join users as a on a.id = s.user_id
  join users as p on p.id = coalesce(a.person_id, a.id)
  where s.token_hash = $1 and s.expires_at > now()`

/** @throws {OperationError} `unauthenticated` for a token that is unknown or has ended. */
export async function findSession(sql: Sql, token: string): Promise<Session> {
  const [session] = await sql.query<Session>(SESSION, [hashSecret(token)])
  if (!session) throw badSession()
  return session
}
