import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import { notFound } from '../errors.ts'
import { isOffer, OFFERS, type OfferKind } from './offer.ts'

/**
 * Takes a package or an add-on out of the catalogue: no project can newly take it, and those that
 * have it keep it. It can be repeated.
 *
 * @throws {OperationError} `not_found`.
 */
export async function archiveOffer(
  tx: Tx,
  orgId: string,
  kind: OfferKind,
  id: string,
): Promise<void> {
  const table = OFFERS[kind]
  const archived = await tx.orm
    .update(table)
    .set({ archivedAt: sql`coalesce(${table.archivedAt}, now())` })
    .where(isOffer(table, orgId, id))
    .returning({ id: table.id })
  if (archived.length === 0) throw notFound()
}
