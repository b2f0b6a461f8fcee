import type { Sql } from '@mediajobs/db'
import type { LineItem } from '@mediajobs/db/schema'
import {
  type DiscountTerms,
  discountOn,
  MAX_DURATION_MINUTES,
  type Totals,
  totalsOf,
} from '@mediajobs/domain'
import { findDiscount } from './redemptions.ts'
import { invalid, notFound, type OperationError } from './shared/errors.ts'

/** A choice from the catalogue. */
export interface Selection {
  packageId?: string | null
  selectedAddOnIds?: readonly string[] | null
}

/** The price of a selection. Amounts are in the currency's minor unit. */
export interface Price extends Totals {
  currency: string
  lineItems: LineItem[]
  /** Yields `discountAmount`. */
  discountRule: DiscountTerms | null
}

/** The price of a selection, and the length of its shoot. */
export interface Quote extends Price {
  durationMinutes: number | null
}

/** A chosen package or add-on. */
interface ChosenOffer {
  id: string
  name: string
  /** In the currency's minor unit. */
  priceAmount: number
  currency: string
  durationMinutes: number | null
  archived: boolean
}

type PricedDiscount = DiscountTerms & { readonly currency: string | null }

const COLUMNS = `id, name, price_amount as "priceAmount", currency,
  duration_minutes as "durationMinutes", archived_at is not null as archived`
// SQL text: hot path of bookings.
const CHOSEN = `
  select ${COLUMNS} from packages where organization_id = $1 and id = $2
  union all
  select ${COLUMNS} from add_ons where organization_id = $1 and id = any ($3::uuid[])`

/**
 * Quotes the price and length of a selection. Read-only: redeems no discount.
 *
 * @throws {OperationError} `not_found` for an unknown or archived package or add-on, `invalid` for an unusable discount,
 *   or as in {@link priceOf}.
 */
export async function quotePrice(
  sql: Sql,
  orgId: string,
  { discountCode, ...selection }: Selection & { discountCode?: string | null },
): Promise<Quote> {
  // A 400 for the code precedes a 404 for an offer: docs/contract.md#c1-order
  const discount = discountCode ? await findDiscount(sql, orgId, { discountCode }) : null
  const offers = await chosenOffers(sql, orgId, selection)
  const archived = offers.filter((offer) => offer.archived).map(({ id }) => id)
  if (archived.length > 0) throw unknownOffers(selection, archived)
  return { ...priceOf(offers, discount), durationMinutes: minutesOf(offers) }
}

/**
 * The selected offers, archived or not: the package, then the add-ons in order.
 *
 * @throws {OperationError} `not_found` if one doesn't exist.
 */
export async function chosenOffers(
  sql: Sql,
  orgId: string,
  selection: Selection,
): Promise<ChosenOffer[]> {
  const found = await findOffers(sql, orgId, selection)
  const known = new Set(found.map(({ id }) => id))
  const unknown = idsOf(selection).filter((id) => !known.has(id))
  if (unknown.length > 0) throw unknownOffers(selection, unknown)
  return found
}

/** `not_found` at the fields that refer to these offers. */
function unknownOffers(selection: Selection, ids: readonly string[]): OperationError {
  const { packageId, selectedAddOnIds } = selection
  return notFound().at(
    ...(packageId && ids.includes(packageId) ? ['packageId'] : []),
    ...(selectedAddOnIds?.some((id) => ids.includes(id)) ? ['selectedAddOnIds'] : []),
  )
}

/** The length of a selection's shoot; `null` if no known offer has one. */
export async function minutesOfSelection(
  sql: Sql,
  orgId: string,
  selection: Selection,
): Promise<number | null> {
  return minutesOf(await findOffers(sql, orgId, selection))
}

/** The sum of the offers' lengths, capped at the longest shoot. */
function minutesOf(offers: readonly ChosenOffer[]): number | null {
  const minutes = offers.flatMap(({ durationMinutes }) => durationMinutes ?? [])
  if (minutes.length === 0) return null
  const sum = minutes.reduce((total, each) => total + each, 0)
  return Math.min(sum, MAX_DURATION_MINUTES)
}

/** The existing offers, in order. */
async function findOffers(sql: Sql, orgId: string, selection: Selection): Promise<ChosenOffer[]> {
  const ids = idsOf(selection)
  if (ids.length === 0) return []
  const { packageId, selectedAddOnIds } = selection
  const parameters = [orgId, packageId ?? null, selectedAddOnIds ?? []]
  const rows = await sql.query<ChosenOffer>(CHOSEN, parameters)
  const found = new Map(rows.map((offer) => [offer.id, offer]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

function idsOf({ packageId, selectedAddOnIds }: Selection): string[] {
  const addOnIds = [...new Set(selectedAddOnIds)]
  return packageId ? [packageId, ...addOnIds] : addOnIds
}

/**
 * The price of `offers`, before tax.
 *
 * @throws {OperationError} `invalid` without offers, or if the currencies of offers and discount differ.
 */
export function priceOf(offers: readonly ChosenOffer[], discount: PricedDiscount | null): Price {
  const [first] = offers
  if (!first) {
    throw invalid('packageId', 'required', 'or selectedAddOnIds is required to compute a price')
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
      'packageId',
      'not_allowed',
      `and selectedAddOnIds must share a currency, but are in ${[...currencies].join(', ')}`,
    )
  }
  if (discount && discount.currency !== null && discount.currency !== currency) {
    throw invalid(
      'discountCode',
      'not_allowed',
      `is in ${discount.currency}, but packageId and selectedAddOnIds are in ${currency}`,
    )
  }
  const rule = discount && {
    percentBasisPoints: discount.percentBasisPoints,
    discountAmount: discount.discountAmount,
  }
  return { currency, lineItems, ...discounted(lineItems, rule) }
}

/**
 * The totals of `lineItems` after the discount.
 *
 * @throws {OperationError} `invalid` for a total beyond exact JSON numbers.
 */
export function discounted(lineItems: readonly LineItem[], discountRule: DiscountTerms | null) {
  const gross = checkedTotals(lineItems, 0)
  if (!discountRule) return { ...gross, discountRule }
  const discountAmount = discountOn(discountRule, gross.subtotalAmount)
  return { ...checkedTotals(lineItems, discountAmount), discountRule }
}

function checkedTotals(lineItems: readonly LineItem[], discountAmount: number): Totals {
  const totals = totalsOf(lineItems, discountAmount)
  if (!totals) throw invalid('lineItems', 'too_large', 'have a total above 9007199254740991')
  return totals
}
