import type { Sql } from '@mediajobs/db'
import { memberships, users } from '@mediajobs/db/schema'
import type { Role } from '@mediajobs/domain'
import { and, desc, eq, sql as raw } from 'drizzle-orm'
import { type Page, type PageRequest, pageOf, positionOf, sortedBy } from '../shared/paging.ts'
import { isPerson, type User, userColumns } from './user.ts'

export interface UserFilters {
  /** Any of these. */
  id?: readonly string[]
  role?: Role
  active?: boolean
}

/**
 * The organization's users, newest first, with the deactivated ones and those who have not accepted.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listUsers(
  sql: Sql,
  orgId: string,
  { id, role, active, limit, cursor }: UserFilters & PageRequest,
): Promise<Page<User>> {
  const list = { list: 'users', id, role, active }
  const after = positionOf(cursor, list)
  const { createdAt, userId } = memberships
  const rows = await sql.orm
    .select(userColumns)
    .from(memberships)
    .innerJoin(users, isPerson)
    .where(
      and(
        eq(memberships.organizationId, orgId),
        id && raw`${userId} = any (${raw.param(id)})`,
        role && eq(memberships.role, role),
        active === undefined ? undefined : eq(memberships.active, active),
        after && raw`(${createdAt}, ${userId}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(sortedBy(createdAt, id)), desc(userId))
    .limit(limit + 1)
  return pageOf(rows, limit, list, (last) => ({ value: last.createdAt, id: last.id }))
}
