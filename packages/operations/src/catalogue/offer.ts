import { addOns, packages } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { notFound } from '../errors.ts'

/** A package or an add-on: they are alike, but for how projects take them. */
export type Offer = typeof packages.$inferSelect

/** What an integrator may set of an offer; `null` clears. */
export interface OfferInput {
  name: string
  description?: string | null
  /** In the currency's minor unit. */
  priceAmount: number
  /** ISO 4217. */
  currency: string
  mediaTypes?: Offer['mediaTypes']
  durationMinutes?: number | null
}

/** The table of each kind of offer. */
export const OFFERS = { PACKAGE: packages, ADD_ON: addOns } as const

export type OfferKind = keyof typeof OFFERS

/** Where in `table` the offer `id` of `orgId` is. */
export function isOffer(table: (typeof OFFERS)[OfferKind], orgId: string, id: string) {
  return and(eq(table.organizationId, orgId), eq(table.id, id))
}

/** Reads an offer, which stays as it is until the commit. @throws `not_found`. */
export async function lockOffer(
  tx: Tx,
  orgId: string,
  kind: OfferKind,
  id: string,
): Promise<Offer> {
  const table = OFFERS[kind]
  const isTheOne = isOffer(table, orgId, id)
  const [offer] = await tx.orm.select().from(table).where(isTheOne).for('no key update')
  if (!offer) throw notFound()
  return offer
}
