import type { Sql } from '@mediajobs/db'
import { memberships, users } from '@mediajobs/db/schema'
import { notFound } from '../shared/errors.ts'
import { isMember, isPerson, type User, userColumns } from './user.ts'

/** @throws {OperationError} `not_found`. */
export async function getUser(sql: Sql, orgId: string, id: string): Promise<User> {
  const [user] = await sql.orm
    .select(userColumns)
    .from(memberships)
    .innerJoin(users, isPerson)
    .where(isMember(orgId, id))
  if (!user) throw notFound()
  return user
}
