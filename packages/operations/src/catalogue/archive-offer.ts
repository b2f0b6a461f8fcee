import { changeTime } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import { isOffer, lockOffer, OFFERS, type Offer, type OfferKind } from './offer.ts'

/**
 * Takes a package or an add-on out of the catalogue. No other project can take it, and the projects that
 * have it keep it. A repeat changes nothing.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`.
 */
export async function archiveOffer(
  tx: Tx,
  orgId: string,
  kind: OfferKind,
  id: string,
  isExpected?: IsExpected<Offer>,
): Promise<void> {
  if (isExpected) expectRecord(await lockOffer(tx, orgId, kind, id), isExpected)
  const table = OFFERS[kind]
  const archived = await tx.orm
    .update(table)
    .set({ archivedAt: sql`coalesce(${table.archivedAt}, ${changeTime})` })
    .where(isOffer(table, orgId, id))
    .returning({ id: table.id })
  if (archived.length === 0) throw notFound()
}
