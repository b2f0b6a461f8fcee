import type { Sql } from '@mediajobs/db'
import { findDiscount } from '../catalogue/find-discount.ts'
import { notFound } from '../shared/errors.ts'
import { chosenOffers, minutesOf, type Selection } from './offers.ts'
import { type Price, priceOf } from './price.ts'

/** The price of a selection, and how long its shoot takes. */
export interface Quote extends Price {
  durationMinutes: number | null
}

/**
 * The price that the invoice of a project with this selection would have, and the length of its shoot. It writes nothing and takes no
 * discount.
 *
 * @throws {OperationError} `not_found` for a package or an add-on that is unknown or archived, `invalid` for
 *   a discount that can't be taken, or as in `priceOf`.
 */
export async function quotePrice(
  sql: Sql,
  orgId: string,
  { discountCode, ...selection }: Selection & { discountCode?: string | null },
): Promise<Quote> {
  // The 400 of an unknown code comes before the 404 of an unknown offer: docs/contract.md#c1-order
  const discount = discountCode ? await findDiscount(sql, orgId, { discountCode }) : null
  const offers = await chosenOffers(sql, orgId, selection)
  if (offers.some(({ archived }) => archived)) throw notFound()
  return { ...priceOf(offers, discount), durationMinutes: minutesOf(offers) }
}
