import type { Sql } from '@mediajobs/db'
import type { LineItem } from '@mediajobs/db/schema'
import {
  type DiscountTerms,
  discountOn,
  MAX_DURATION_MINUTES,
  type OfferTerms,
  type Place,
  type Totals,
  termsAtSize,
  totalsOf,
} from '@mediajobs/domain'
import { type CustomerGroup, findGroup, groupOfCustomer } from './customer-groups/groups.ts'
import { findDiscount } from './redemptions.ts'
import { invalid, notFound, OperationError } from './shared/errors.ts'
import { withTravelFee } from './travel-zones.ts'

/** A choice from the catalog. */
export interface Selection {
  packageId?: string | null
  selectedAddOnIds?: readonly string[] | null
}

/** A choice for a property. */
export interface SizedSelection extends Selection {
  /** In the organization's unit. Offers with tiers need it. */
  propertySize?: number | null
}

/** Further input of a price: the address, for travel zones, and the customer's group. */
interface QuoteTerms extends Place {
  discountCode?: string | null
  customerId?: string | null
  /** The group of `customerId`, if already known. */
  group?: CustomerGroup | null
}

/** A selection's price. Amounts are in the currency's minor unit. */
export interface Price extends Totals {
  currency: string
  lineItems: LineItem[]
  /** Determines `discountAmount`. */
  discountRule: DiscountTerms | null
}

/** A selection's price, and the length of its shoot. */
export interface Quote extends Price {
  durationMinutes: number | null
}

/** A chosen package or add-on. */
export interface ChosenOffer extends OfferTerms {
  id: string
  name: string
  currency: string
  /** Null: the organization's rate. */
  taxBasisPoints: number | null
  archived: boolean
}

/** A part of a price. */
export interface PricedLine extends LineItem {
  currency: string
}

type PricedDiscount = DiscountTerms & { readonly currency: string | null }

const COLUMNS = `id, name, price_amount as "priceAmount", currency,
  duration_minutes as "durationMinutes", size_tiers as "sizeTiers", archived_at is not null as archived,
  coalesce(tax_basis_points, (select tax_basis_points from organizations where organizations.id = $1))
    as "taxBasisPoints"`
// Raw SQL: hot path of bookings.
const CHOSEN = `
  select ${COLUMNS} from packages where organization_id = $1 and id = $2
  union all
  select ${COLUMNS} from add_ons where organization_id = $1 and id = any ($3::uuid[])`

/**
 * Quotes a selection's price and length, at the prices of the customer's group. Read-only: redeems no discount.
 *
 * @throws {OperationError} `not_found` for an unknown or archived package or add-on, or an unknown customer; `invalid`
 *   for an unusable discount; or as in {@link linesOf}, {@link withTravelFee} and {@link priceOf}.
 */
export async function quotePrice(
  sql: Sql,
  orgId: string,
  input: SizedSelection & QuoteTerms,
): Promise<Quote> {
  const { discountCode, customerId, group: known, postalCode, lat, lng, ...selection } = input
  const { propertySize = null } = selection
  const place = { postalCode, lat, lng }
  // A 400 for the code precedes a 404 for an offer: docs/contract.md#c1-order
  const discount = discountCode ? await findDiscount(sql, orgId, { discountCode }) : null
  const offers = await chosenOffers(sql, orgId, selection)
  const archived = offers.filter((offer) => offer.archived).map(({ id }) => id)
  if (archived.length > 0) throw unknownOffers(selection, archived)
  const group = known ?? (customerId ? await groupOfCustomer(sql, orgId, customerId) : null)
  const lines = await withTravelFee(sql, orgId, linesOf(offers, propertySize, group), place)
  return { ...priceOf(lines, discount, group), durationMinutes: minutesOf(offers, propertySize) }
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

/**
 * The length of a shoot: the sum of the offers' durations at `size`, capped at the longest shoot. An offer without a price
 * for the size contributes its own duration.
 *
 * @returns `null` if no offer has a duration
 */
export function minutesOf(offers: readonly ChosenOffer[], size: number | null): number | null {
  const minutes = offers.flatMap(
    (offer) => (termsAtSize(offer, size) ?? offer).durationMinutes ?? [],
  )
  if (minutes.length === 0) return null
  const sum = minutes.reduce((total, each) => total + each, 0)
  return Math.min(sum, MAX_DURATION_MINUTES)
}

/** A selection's existing offers, in order. */
export async function findOffers(
  sql: Sql,
  orgId: string,
  selection: Selection,
): Promise<ChosenOffer[]> {
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
 * Checks that each offer has a price for a property of `size`, or a price from the customer's group.
 *
 * @param createdAt the project's; omitted for a new project
 * @throws {OperationError} `invalid`: `required` if an offer needs a size, `no_price_for_size`.
 */
export async function checkSize(
  sql: Sql,
  orgId: string,
  offers: readonly ChosenOffer[],
  size: number | null,
  { customerId, createdAt }: { customerId?: string | null; createdAt?: string },
): Promise<void> {
  // Most offers don't depend on the group.
  if (offers.every((offer) => termsAtSize(offer, size))) return
  const group = customerId ? await findGroup(sql, orgId, customerId, createdAt) : null
  linesOf(offers, size, group)
}

/** A line for each offer, at the group's price if it has one. @throws {OperationError} as in {@link checkSize}. */
export function linesOf(
  offers: readonly ChosenOffer[],
  size: number | null,
  group: Pick<CustomerGroup, 'prices'> | null,
): PricedLine[] {
  return offers.map((offer) => {
    const { name: description, currency, taxBasisPoints } = offer
    const unitAmount = groupPriceOf(offer, group) ?? termsAtSize(offer, size)?.priceAmount
    if (unitAmount === undefined) throw unpriced(offer, size)
    return { description, quantity: 1, unitAmount, taxBasisPoints, currency }
  })
}

/** The group's price of an offer, at any size. Ignored once the offer's currency has changed. */
export function groupPriceOf(
  { id, currency }: Pick<ChosenOffer, 'id' | 'currency'>,
  group: Pick<CustomerGroup, 'prices'> | null,
): number | undefined {
  return group?.prices.find((price) => price.offerId === id && price.currency === currency)
    ?.priceAmount
}

function unpriced({ name, sizeTiers }: ChosenOffer, size: number | null): OperationError {
  if (size === null) {
    return invalid('propertySize', 'required', `is required: the price of ${name} depends on it`)
  }
  const largest = sizeTiers?.at(-1)?.upTo
  return new OperationError('invalid', 'no_price_for_size', [
    `propertySize is above ${largest}, the largest size that ${name} has a price for`,
  ]).at('propertySize')
}

/**
 * The price of `lines`. Discounts don't stack: the larger of `discount` and the group's applies.
 *
 * @throws {OperationError} `invalid` without lines, or if the currencies of lines and discount differ.
 */
export function priceOf(
  lines: readonly PricedLine[],
  discount: PricedDiscount | null,
  group: Pick<CustomerGroup, 'discountBasisPoints'> | null,
): Price {
  const [first] = lines
  if (!first) {
    throw invalid('packageId', 'required', 'or selectedAddOnIds is required to compute a price')
  }
  const { currency } = first
  const lineItems = lines.map(({ currency: _, ...line }) => line)
  const currencies = new Set(lines.map((line) => line.currency))
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
  const ofCode = discount && {
    percentBasisPoints: discount.percentBasisPoints,
    discountAmount: discount.discountAmount,
  }
  const percentBasisPoints = group?.discountBasisPoints ?? null
  const ofGroup = percentBasisPoints === null ? null : { percentBasisPoints, discountAmount: null }
  const { subtotalAmount } = checkedTotals(lineItems, 0)
  const rule = larger(ofCode, ofGroup, subtotalAmount)
  return { currency, lineItems, ...discounted(lineItems, rule) }
}

function larger(
  first: DiscountTerms | null,
  second: DiscountTerms | null,
  subtotalAmount: number,
): DiscountTerms | null {
  if (!first || !second) return first ?? second
  return discountOn(second, subtotalAmount) > discountOn(first, subtotalAmount) ? second : first
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
