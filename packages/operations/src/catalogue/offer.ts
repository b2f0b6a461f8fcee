import { addOns, packages } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'

/** A package or an add-on. Both have the same fields. A project takes one package and any number of add-ons. */
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

/** SQL condition: the row of `table` is the offer `id` of `orgId`. */
export function isOffer(table: (typeof OFFERS)[OfferKind], orgId: string, id: string) {
  return and(eq(table.organizationId, orgId), eq(table.id, id))
}

/** Reads an offer and locks it until the commit. @throws `not_found`. */
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
