import type { Sql } from '@mediajobs/db'
import { hashSecret } from '@mediajobs/domain'
import { badSession } from '../credentials/admit.ts'

/** Somebody who is signed in, whatever the organization. */
export interface Session {
  id: string
  userId: string
}

/** @throws {OperationError} `unauthenticated` for a token that is unknown or has ended. */
export async function findSession(sql: Sql, token: string): Promise<Session> {
  const [session] = await sql.query<Session & { [column: string]: unknown }>(
    `select id, user_id as "userId" from sessions where token_hash = $1 and expires_at > now()`,
    [hashSecret(token)],
  )
  if (!session) throw badSession()
  return session
}
