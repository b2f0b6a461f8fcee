import type { Sql } from '@mediajobs/db'
import { findDiscount } from '../catalogue/find-discount.ts'
import { notFound } from '../errors.ts'
import { chosenOffers, type Selection } from './offers.ts'
import { type Price, priceOf } from './price.ts'

/**
 * The price that the invoice of a project with this selection would have. It writes nothing and takes no
 * discount.
 *
 * @throws {OperationError} `not_found` for a package or an add-on that is unknown or archived, `invalid` for
 *   a discount that can't be taken, or as in `priceOf`.
 */
export async function quotePrice(
  sql: Sql,
  orgId: string,
  { discountCode, ...selection }: Selection & { discountCode?: string | null },
): Promise<Price> {
  const offers = await chosenOffers(sql, orgId, selection)
  if (offers.some(({ archived }) => archived)) throw notFound()
  const discount = discountCode ? await findDiscount(sql, orgId, { discountCode }) : null
  return priceOf(offers, discount)
}
