import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import { changedFields } from '../changed-fields.ts'
import { notFound } from '../errors.ts'
import { isOffer, OFFERS, type Offer, type OfferInput, type OfferKind } from './offer.ts'

/** Changes a package or an add-on. @throws {OperationError} `not_found`. */
export async function updateOffer(
  tx: Tx,
  orgId: string,
  kind: OfferKind,
  id: string,
  input: Partial<OfferInput>,
): Promise<Offer> {
  const table = OFFERS[kind]
  const isTheOne = isOffer(table, orgId, id)
  const [before] = await tx.orm.select().from(table).where(isTheOne).for('no key update')
  if (!before) throw notFound()
  if (changedFields(before, input).length === 0) return before
  const [offer] = await tx.orm
    .update(table)
    .set({ ...input, updatedAt: sql`now()` })
    .where(isTheOne)
    .returning()
  if (!offer) throw new Error('the update of a locked offer answered no row')
  return offer
}
