/** The largest amount that JSON carries exactly everywhere: 2^53 − 1 minor units. */
export const MAX_TOTAL_AMOUNT = Number.MAX_SAFE_INTEGER

/** What a line of an invoice costs; amounts are in the currency's minor unit. */
export interface PricedLine {
  readonly quantity: number
  readonly unitAmount: number
  /** Hundredths of a percent; `null` is no tax. */
  readonly taxBasisPoints: number | null
}

/** What lines come to, in the currency's minor unit. */
export interface Totals {
  /** The lines as they are, before discount and tax. */
  readonly subtotalAmount: number
  readonly discountAmount: number
  readonly taxAmount: number
  /** What is to be paid: subtotal − discount + tax. */
  readonly totalAmount: number
}

/** What a discount takes off: a share of the price, or an amount; the other one is `null`. */
export interface DiscountTerms {
  readonly percentBasisPoints: number | null
  readonly discountAmount: number | null
}

const BASIS_POINTS = 10_000n

/** What `terms` take off `subtotalAmount`: never more than it. A share is rounded half up. */
export function discountOn(terms: DiscountTerms, subtotalAmount: number): number {
  if (terms.discountAmount !== null) return Math.min(terms.discountAmount, subtotalAmount)
  return Number(shareOf(BigInt(subtotalAmount), terms.percentBasisPoints ?? 0))
}

/**
 * What `lines` come to with `discountAmount` off, of which no more than the subtotal is taken.
 * Tax rounds half up on each line (docs/contract.md#c5-invoices-tax), and a discount lowers what
 * is taxed: each line bears its part of it by its amount, to the minor unit.
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

/** A share of an amount that is not negative, rounded half up. */
function shareOf(amount: bigint, basisPoints: number): bigint {
  return (amount * BigInt(basisPoints) + BASIS_POINTS / 2n) / BASIS_POINTS
}

/**
 * `whole` in parts that are in proportion to `amounts` and add up to it: each is rounded down, and
 * what is left goes to the largest remainders, the earlier first.
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
