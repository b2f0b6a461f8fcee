import type { Sql } from '@mediajobs/db'
import { customers } from '@mediajobs/db/schema'
import { and, desc, eq, sql as raw } from 'drizzle-orm'
import { type Page, type PageRequest, pageOf, positionOf, sortedBy } from '../shared/paging.ts'
import { findMatch, type Match } from '../shared/search.ts'
import type { Customer } from './customer.ts'

export interface CustomerFilters {
  /** Any of these. */
  id?: readonly string[]
  /** The first letters of words of the name, the email or the company. */
  q?: string
  /** The whole email, without regard to case. */
  email?: string
}

/**
 * The organization's customers, newest first.
 *
 * @throws {OperationError} `invalid` for a cursor of another list, or a `q` that can't be searched for.
 */
export async function listCustomers(
  sql: Sql,
  orgId: string,
  { id, q, email, limit, cursor }: CustomerFilters & PageRequest,
): Promise<Page<Customer>> {
  const list = { list: 'customers', id, q, email }
  const after = positionOf(cursor, list)
  const match = q === undefined ? undefined : await findMatch(sql, 'customers', orgId, q)
  const rows = await sql.orm
    .select()
    .from(customers)
    .where(
      and(
        eq(customers.organizationId, orgId),
        id && raw`${customers.id} = any (${raw.param(id)})`,
        email === undefined ? undefined : raw`lower(${customers.email}) = lower(${email})`,
        match && conditionOf(match, orgId),
        after && raw`(${customers.createdAt}, ${customers.id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(sortedBy(customers.createdAt, id)), desc(customers.id))
    .limit(limit + 1)
  const position = (last: Customer) => ({ value: last.createdAt, id: last.id })
  return pageOf(rows, limit, list, position, ['notes'])
}

function conditionOf(match: Match, orgId: string) {
  return 'ids' in match
    ? raw`${customers.id} = any (${raw.param(match.ids)})`
    : raw`words @@ words_query(${orgId}, ${raw.param(match.words)})`
}
