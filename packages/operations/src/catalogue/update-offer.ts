import { one } from '@mediajobs/db'
import { changeTime } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { checkNewCurrency } from '../shared/currencies.ts'
import { changedFields, expectRecord, type IsExpected } from '../shared/record.ts'
import { isOffer, lockOffer, OFFERS, type Offer, type OfferInput, type OfferKind } from './offer.ts'

/**
 * Changes a package or an add-on.
 *
 * @throws {OperationError} `not_found`; `invalid` for a new currency that is not in use;
 *   `precondition_failed`.
 */
export async function updateOffer(
  tx: Tx,
  orgId: string,
  kind: OfferKind,
  id: string,
  input: Partial<OfferInput>,
  isExpected?: IsExpected<Offer>,
): Promise<Offer> {
  const table = OFFERS[kind]
  const before = await lockOffer(tx, orgId, kind, id)
  checkNewCurrency(before, input)
  expectRecord(before, isExpected)
  if (changedFields(before, input).length === 0) return before
  const offer = one(
    await tx.orm
      .update(table)
      .set({ ...input, updatedAt: changeTime })
      .where(isOffer(table, orgId, id))
      .returning(),
    'the update of a locked offer',
  )
  return offer
}
