import { hashSecret, randomToken } from '@mediajobs/domain'
import type pg from 'pg'

/** A signed-in administrator, and one project of the organization. */
export interface BenchSession {
  token: string
  organization: string
  person: string
  project: string
}

/** Signs the first person of each organization in, `each` times. */
export async function signIn(client: pg.Client, each: number): Promise<BenchSession[]> {
  const { rows } = await client.query<Omit<BenchSession, 'token'>>(
    `select organization_id as organization, user_id as person, (
       select id from projects where organization_id = memberships.organization_id limit 1) as project
     from memberships`,
  )
  // Neighbours in the list are of different organizations, each of which has a share of the api.
  const sessions = Array.from({ length: each }, () =>
    rows.map((row) => ({ ...row, token: randomToken('mjs_') })),
  ).flat()
  await client.query(
    `insert into sessions (id, token_hash, user_id, expires_at)
     select uuid_v7(), hash, person, now() + interval '1 day' from unnest($1::bytea[], $2::uuid[]) as made (hash, person)`,
    [sessions.map(({ token }) => hashSecret(token)), sessions.map(({ person }) => person)],
  )
  return sessions
}
