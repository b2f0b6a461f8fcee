/** The largest amount that every JSON parser reads exactly: 2^53 − 1 minor units. */
export const MAX_TOTAL_AMOUNT = Number.MAX_SAFE_INTEGER

/** Amounts are in the currency's minor unit. */
export interface PricedLine {
  readonly quantity: number
  readonly unitAmount: number
  /** Hundredths of a percent; `null` is no tax. */
  readonly taxBasisPoints: number | null
}

/** In the currency's minor unit. */
export interface Totals {
  /** Before discount and tax. */
  readonly subtotalAmount: number
  readonly discountAmount: number
  readonly taxAmount: number
  /** subtotal − discount + tax */
  readonly totalAmount: number
}

/** Either a percentage of the price or an amount; the other one is `null`. */
export interface DiscountTerms {
  readonly percentBasisPoints: number | null
  readonly discountAmount: number | null
}

const BASIS_POINTS = 10_000n

// ISO 4217; every other currency has two. CLDR, and so Intl, differs for a dozen: HUF and IDR have 0.
const MINOR_UNIT_DIGITS: ReadonlyMap<string, number> = new Map([
  ...digitsOf(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...digitsOf(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...digitsOf(4, 'CLF UYW'),
])

function digitsOf(digits: number, currencies: string): [string, number][] {
  return currencies.split(' ').map((currency) => [currency, digits])
}

/** Decimal digits of a currency by ISO 4217: 2 for USD, 0 for JPY, 3 for KWD. */
export function minorUnitDigits(currency: string): number {
  return MINOR_UNIT_DIGITS.get(currency) ?? 2
}

/** The discount on `subtotalAmount`, at most all of it. Percentages round half up. */
export function discountOn(terms: DiscountTerms, subtotalAmount: number): number {
  if (terms.discountAmount !== null) return Math.min(terms.discountAmount, subtotalAmount)
  return Number(shareOf(BigInt(subtotalAmount), terms.percentBasisPoints ?? 0))
}

/**
 * The totals of `lines` after a discount of `discountAmount`, at most the subtotal. Tax is rounded half up per line
 * (docs/contract.md#c5-invoices-tax), after the discount is split over the lines in proportion to their amounts.
 *
 * @returns `null` if the subtotal or the total exceeds {@link MAX_TOTAL_AMOUNT}.
 */
export function totalsOf(lines: readonly PricedLine[], discountAmount: number): Totals | null {
  const amounts = lines.map((line) => BigInt(line.quantity) * BigInt(line.unitAmount))
  const subtotal = sum(amounts)
  const wanted = BigInt(discountAmount)
  const discount = wanted < subtotal ? wanted : subtotal
  const parts = apportioned(discount, amounts, subtotal)
  const tax = sum(
    amounts.map((amount, i) => shareOf(amount - (parts[i] ?? 0n), lines[i]?.taxBasisPoints ?? 0)),
  )
  const total = subtotal - discount + tax
  if (subtotal > MAX_TOTAL_AMOUNT || total > MAX_TOTAL_AMOUNT) return null
  return {
    subtotalAmount: Number(subtotal),
    discountAmount: Number(discount),
    taxAmount: Number(tax),
    totalAmount: Number(total),
  }
}

/** The lines, each of quantity 1, with their share of `discountAmount` deducted: split as in {@link totalsOf}. */
export function withDiscountTaken<Line extends PricedLine>(
  lines: readonly Line[],
  discountAmount: number,
): Line[] {
  const amounts = lines.map(({ unitAmount }) => BigInt(unitAmount))
  const parts = apportioned(BigInt(discountAmount), amounts, sum(amounts))
  return lines.map((line, i) => ({
    ...line,
    unitAmount: line.unitAmount - Number(parts[i] ?? 0n),
  }))
}

/** A percentage of a non-negative amount, rounded half up. */
export function shareOf(amount: bigint, basisPoints: number): bigint {
  return (amount * BigInt(basisPoints) + BASIS_POINTS / 2n) / BASIS_POINTS
}

/** Splits `whole` in proportion to `amounts`, to the exact sum: largest remainder method, earlier parts first. */
function apportioned(whole: bigint, amounts: readonly bigint[], subtotal: bigint): bigint[] {
  if (whole === 0n) return amounts.map(() => 0n)
  const parts = amounts.map((amount) => (whole * amount) / subtotal)
  const left = Number(whole - sum(parts))
  const byRemainder = amounts
    .map((amount, i) => ({ i, remainder: (whole * amount) % subtotal }))
    .sort((a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder))
  for (const { i } of byRemainder.slice(0, left)) parts[i] = (parts[i] ?? 0n) + 1n
  return parts
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}

/** Units of `propertySize`. */
export const SIZE_UNITS = ['SQFT', 'SQM'] as const
export type SizeUnit = (typeof SIZE_UNITS)[number]

/** Price and duration of properties up to a size. */
export interface SizeTier {
  /** The largest size, in the organization's unit. */
  readonly upTo: number
  /** In the minor unit of the offer's currency. */
  readonly priceAmount: number
  readonly durationMinutes: number | null
}

/** The price and duration of an offer. */
export interface OfferTerms {
  /** In the minor unit of the offer's currency. Unused with tiers. */
  readonly priceAmount: number
  readonly durationMinutes: number | null
  readonly sizeTiers: readonly SizeTier[] | null
}

type TermsAtSize = Pick<OfferTerms, 'priceAmount' | 'durationMinutes'>

/**
 * The price and duration of an offer for a property of `size`: without tiers those of the offer, otherwise those of
 * the first tier that reaches the size. A tier's duration defaults to the offer's.
 *
 * @returns `null` if the offer has tiers, and the size is unknown or above the last one
 */
export function termsAtSize(offer: OfferTerms, size: number | null): TermsAtSize | null {
  const { priceAmount, durationMinutes, sizeTiers } = offer
  if (sizeTiers === null) return { priceAmount, durationMinutes }
  const tier = size === null ? undefined : sizeTiers.find(({ upTo }) => size <= upTo)
  if (!tier) return null
  return {
    priceAmount: tier.priceAmount,
    durationMinutes: tier.durationMinutes ?? durationMinutes,
  }
}
