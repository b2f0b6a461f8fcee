import type { Sql } from '@mediajobs/db'
import { discounts } from '@mediajobs/db/schema'
import { and, desc, eq, isNotNull, isNull, sql as raw } from 'drizzle-orm'
import { type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'
import type { Discount } from './discount.ts'
import type { CatalogueFilters } from './list-offers.ts'

/**
 * The organization's discounts, newest first.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listDiscounts(
  sql: Sql,
  orgId: string,
  { archived, limit, cursor }: CatalogueFilters & PageRequest,
): Promise<Page<Discount>> {
  const list = { list: 'discounts', archived }
  const after = positionOf(cursor, list)
  const rows = await sql.orm
    .select()
    .from(discounts)
    .where(
      and(
        eq(discounts.organizationId, orgId),
        archived ? isNotNull(discounts.archivedAt) : isNull(discounts.archivedAt),
        after && raw`(${discounts.createdAt}, ${discounts.id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(discounts.createdAt), desc(discounts.id))
    .limit(limit + 1)
  return pageOf(rows, limit, list, (last) => ({ value: last.createdAt, id: last.id }))
}
