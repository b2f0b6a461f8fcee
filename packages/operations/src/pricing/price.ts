import type { LineItem } from '@mediajobs/db/schema'
import { type DiscountTerms, discountOn, type Totals, totalsOf } from '@mediajobs/domain'
import { invalid } from '../errors.ts'
import type { ChosenOffer } from './offers.ts'

/** What a selection costs. Amounts are in the currency's minor unit. */
export interface Price extends Totals {
  currency: string
  lineItems: LineItem[]
  /** What `discountAmount` is worked out by. */
  discountRule: DiscountTerms | null
}

/** A discount as far as it makes a price. */
export type PricedDiscount = DiscountTerms & { readonly currency: string | null }

/**
 * What `offers` cost: one of each. The catalogue knows no tax, so there is none.
 *
 * @throws {OperationError} `invalid` when there is nothing to price, or when they and an amount off
 *   them are not in one currency.
 */
export function priceOf(offers: readonly ChosenOffer[], discount: PricedDiscount | null): Price {
  const [first] = offers
  if (!first) {
    throw invalid('packageId or selectedAddOnIds is required: without either nothing has a price')
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
      `packageId and selectedAddOnIds must share one currency, and have ${[...currencies].join(', ')}`,
    )
  }
  if (discount && discount.currency !== null && discount.currency !== currency) {
    throw invalid(
      `discountCode takes off ${discount.currency}, and packageId and selectedAddOnIds are in ${currency}`,
    )
  }
  return { currency, lineItems, ...discounted(lineItems, discount && ruleOf(discount)) }
}

function ruleOf({ percentBasisPoints, discountAmount }: PricedDiscount): DiscountTerms {
  return { percentBasisPoints, discountAmount }
}

/**
 * What `lineItems` come to, with what `discountRule` takes off them.
 *
 * @throws {OperationError} `invalid` when they come to more than JSON carries exactly.
 */
export function discounted(lineItems: readonly LineItem[], discountRule: DiscountTerms | null) {
  const gross = checkedTotals(lineItems, 0)
  if (!discountRule) return { ...gross, discountRule }
  const discountAmount = discountOn(discountRule, gross.subtotalAmount)
  return { ...checkedTotals(lineItems, discountAmount), discountRule }
}

function checkedTotals(lineItems: readonly LineItem[], discountAmount: number): Totals {
  const totals = totalsOf(lineItems, discountAmount)
  if (!totals) throw invalid('lineItems come to more than 9007199254740991')
  return totals
}
