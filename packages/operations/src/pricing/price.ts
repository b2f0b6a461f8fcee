import type { LineItem } from '@mediajobs/db/schema'
import { type DiscountTerms, discountOn, type Totals, totalsOf } from '@mediajobs/domain'
import { invalid } from '../shared/errors.ts'
import type { ChosenOffer } from './offers.ts'

/** The price of a selection. Amounts are in the currency's minor unit. */
export interface Price extends Totals {
  currency: string
  lineItems: LineItem[]
  /** The rule from which `discountAmount` is computed. */
  discountRule: DiscountTerms | null
}

/** The parts of a discount that a price needs. */
export type PricedDiscount = DiscountTerms & { readonly currency: string | null }

/**
 * The price of one of each of `offers`. The catalogue has no taxes, so the price has none.
 *
 * @throws {OperationError} `invalid` without an offer, or when the offers and the amount of the discount are
 *   not in one currency.
 */
export function priceOf(offers: readonly ChosenOffer[], discount: PricedDiscount | null): Price {
  const [first] = offers
  if (!first) {
    throw invalid('packageId or selectedAddOnIds is required: without them there is no price')
  }
  const { currency } = first
  const lineItems = offers.map(({ name, priceAmount }) => ({
    description: name,
    quantity: 1,
    unitAmount: priceAmount,
    taxBasisPoints: null,
  }))
  const currencies = new Set(offers.map((offer) => offer.currency))
  if (currencies.size > 1) {
    throw invalid(
      `packageId and selectedAddOnIds must be in one currency, but are in ${[...currencies].join(', ')}`,
    )
  }
  if (discount && discount.currency !== null && discount.currency !== currency) {
    throw invalid(
      `discountCode is in ${discount.currency}, but packageId and selectedAddOnIds are in ${currency}`,
    )
  }
  return { currency, lineItems, ...discounted(lineItems, discount && ruleOf(discount)) }
}

function ruleOf({ percentBasisPoints, discountAmount }: PricedDiscount): DiscountTerms {
  return { percentBasisPoints, discountAmount }
}

/**
 * The totals of `lineItems` after the discount of `discountRule`.
 *
 * @throws {OperationError} `invalid` when a total is larger than a number of JSON can have exactly.
 */
export function discounted(lineItems: readonly LineItem[], discountRule: DiscountTerms | null) {
  const gross = checkedTotals(lineItems, 0)
  if (!discountRule) return { ...gross, discountRule }
  const discountAmount = discountOn(discountRule, gross.subtotalAmount)
  return { ...checkedTotals(lineItems, discountAmount), discountRule }
}

function checkedTotals(lineItems: readonly LineItem[], discountAmount: number): Totals {
  const totals = totalsOf(lineItems, discountAmount)
  if (!totals) throw invalid('lineItems have a total above 9007199254740991')
  return totals
}
