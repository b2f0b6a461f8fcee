/** The largest amount that every JSON parser reads exactly: 2^53 − 1 minor units. */
export const MAX_TOTAL_AMOUNT = Number.MAX_SAFE_INTEGER

/** The price of a line of an invoice. Amounts are in the currency's minor unit. */
export interface PricedLine {
  readonly quantity: number
  readonly unitAmount: number
  /** Hundredths of a percent; `null` is no tax. */
  readonly taxBasisPoints: number | null
}

/** The totals of lines, in the currency's minor unit. */
export interface Totals {
  /** The sum of the lines before discount and tax. */
  readonly subtotalAmount: number
  readonly discountAmount: number
  readonly taxAmount: number
  /** The amount to pay: subtotal − discount + tax. */
  readonly totalAmount: number
}

/** The value of a discount: a percentage of the price, or an amount. The other one is `null`. */
export interface DiscountTerms {
  readonly percentBasisPoints: number | null
  readonly discountAmount: number | null
}

const BASIS_POINTS = 10_000n

/** The discount of `terms` on `subtotalAmount`, at most all of it. A percentage is rounded half up. */
export function discountOn(terms: DiscountTerms, subtotalAmount: number): number {
  if (terms.discountAmount !== null) return Math.min(terms.discountAmount, subtotalAmount)
  return Number(shareOf(BigInt(subtotalAmount), terms.percentBasisPoints ?? 0))
}

/**
 * The totals of `lines` after a discount of `discountAmount`, at most the subtotal. Tax is rounded half up
 * on each line (docs/contract.md#c5-invoices-tax). The discount lowers the taxed amounts: it is split over
 * the lines in proportion to their amounts, to the minor unit.
 *
 * @returns `null` when the subtotal or the total is above {@link MAX_TOTAL_AMOUNT}.
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

/** A percentage of an amount that is not negative, rounded half up. */
function shareOf(amount: bigint, basisPoints: number): bigint {
  return (amount * BigInt(basisPoints) + BASIS_POINTS / 2n) / BASIS_POINTS
}

/**
 * Splits `whole` into parts in proportion to `amounts`. Each part is rounded down. The rest goes to the parts
 * with the largest remainders, the earlier ones first, so that the sum is `whole`.
 */
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
