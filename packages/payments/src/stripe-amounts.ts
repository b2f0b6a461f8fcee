import { minorUnitDigits } from '@mediajobs/domain'
import { ProviderError } from './provider.ts'

// https://docs.stripe.com/currencies: ISO 4217's minor units, except in these.
/** Stripe's units per ariary, króna and shilling. */
const UNITS_OF_WHOLE: Readonly<Record<string, number>> = { MGA: 1, ISK: 100, UGX: 100 }
/** Amounts must be multiples of it. */
const STEPS: Readonly<Record<string, number>> = { ISK: 100, UGX: 100 }
const THREE_DECIMAL_STEP = 10

const MAX_AMOUNT = 99_999_999
const MAX_RUPIAH = 999_999_999_999

/**
 * An amount in Stripe's unit. Rounds up what Stripe can't express: it charges KWD 5.130 for an invoice of KWD 5.124,
 * so the invoice is paid in full.
 *
 * @throws {ProviderError} `amount_not_payable` above Stripe's maximum.
 */
export function toStripe(amount: number, currency: string): number {
  const step = stepOf(currency)
  const units = Math.ceil(ratio(amount, currency) / step) * step
  const max = currency === 'IDR' ? MAX_RUPIAH : MAX_AMOUNT
  if (units > 0 && units <= max) return units
  throw new ProviderError('amount_not_payable', `Stripe accepts 1 to ${max} of ${currency}`)
}

/** {@link toStripe} for refunds, without rounding. */
export function toStripeExactly(amount: number, currency: string): number {
  const units = toStripe(amount, currency)
  if (fromStripe(units, currency) === amount) return units
  throw new ProviderError('amount_not_payable', `Stripe has no such amount of ${currency}`)
}

/** An amount in the minor unit of ISO 4217. @returns `null` if it's too large to be exact */
export function fromStripe(units: number, currency: string): number | null {
  const whole = UNITS_OF_WHOLE[currency]
  const amount =
    whole === undefined ? units : Math.round((units * 10 ** minorUnitDigits(currency)) / whole)
  return Number.isSafeInteger(amount) ? amount : null
}

function ratio(amount: number, currency: string): number {
  const whole = UNITS_OF_WHOLE[currency]
  return whole === undefined ? amount : (amount * whole) / 10 ** minorUnitDigits(currency)
}

function stepOf(currency: string): number {
  return STEPS[currency] ?? (minorUnitDigits(currency) === 3 ? THREE_DECIMAL_STEP : 1)
}
