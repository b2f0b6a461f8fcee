import type { Sql } from '@mediajobs/db'
import { notFound } from '../shared/errors.ts'
import { isOffer, OFFERS, type Offer, type OfferKind } from './offer.ts'

/** An offer, archived or not. @throws {OperationError} `not_found`. */
export async function getOffer(
  sql: Sql,
  orgId: string,
  kind: OfferKind,
  id: string,
): Promise<Offer> {
  const table = OFFERS[kind]
  const [offer] = await sql.orm
    .select()
    .from(table)
    .where(isOffer(table, orgId, id))
  if (!offer) throw notFound()
  return offer
}
