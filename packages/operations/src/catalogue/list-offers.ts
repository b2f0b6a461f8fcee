import type { Sql } from '@mediajobs/db'
import { and, desc, eq, isNotNull, isNull, sql as raw } from 'drizzle-orm'
import { type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'
import { OFFERS, type Offer, type OfferKind } from './offer.ts'

/** The filters of the lists of the catalogue. */
export interface CatalogueFilters {
  /** True: only archived records. False: only the others. */
  archived: boolean
}

/**
 * The organization's packages or add-ons, newest first.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listOffers(
  sql: Sql,
  orgId: string,
  kind: OfferKind,
  { archived, limit, cursor }: CatalogueFilters & PageRequest,
): Promise<Page<Offer>> {
  const list = { list: kind, archived }
  const after = positionOf(cursor, list)
  const table = OFFERS[kind]
  const rows = await sql.orm
    .select()
    .from(table)
    .where(
      and(
        eq(table.organizationId, orgId),
        archived ? isNotNull(table.archivedAt) : isNull(table.archivedAt),
        after && raw`(${table.createdAt}, ${table.id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(limit + 1)
  const position = (last: Offer) => ({ value: last.createdAt, id: last.id })
  return pageOf(rows, limit, list, position, ['description'])
}
