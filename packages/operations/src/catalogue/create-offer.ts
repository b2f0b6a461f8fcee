import { newId, one } from '@mediajobs/db'
import type { Tx } from '@mediajobs/outbox'
import { OFFERS, type Offer, type OfferInput, type OfferKind } from './offer.ts'

/** Puts a package or an add-on into the catalogue. */
export async function createOffer(
  tx: Tx,
  orgId: string,
  kind: OfferKind,
  input: OfferInput,
): Promise<Offer> {
  const offer = one(
    await tx.orm
      .insert(OFFERS[kind])
      .values({ ...input, organizationId: orgId, id: newId() })
      .returning(),
    'the insert of an offer',
  )
  return offer
}
