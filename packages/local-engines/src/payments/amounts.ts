import { badParameter } from './form.ts'

// https://docs.stripe.com/currencies, for an account paid out in the charge's currency.
const ZERO_DECIMAL = words('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf')
const THREE_DECIMAL = words('bhd jod kwd omr tnd')
const WHOLE_ONLY = words('isk ugx')
const KNOWN = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))
const MINIMUM: Readonly<Record<string, number>> = {
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
  usd: 50,
}
const MAXIMUM = 99_999_999
const MAXIMUM_RUPIAH = 999_999_999_999

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** @throws {Refusal} */
export function checkCurrency(currency: string, param: string): void {
  if (KNOWN.has(currency)) return
  throw badParameter(param, `Invalid currency: ${currency}. Stripe supports others.`)
}

/** @throws {Refusal} */
export function checkCharge(amount: number, currency: string, param: string): void {
  const most = currency === 'idr' ? MAXIMUM_RUPIAH : MAXIMUM
  if (amount > most) {
    throw badParameter(param, `Amount must be no more than ${most} ${currency}`, 'amount_too_large')
  }
  const least = MINIMUM[currency] ?? 1
  if (amount < least) {
    const message = `The Checkout Session's total amount due must add up to at least ${least} ${currency}`
    throw badParameter(param, message, 'amount_too_small')
  }
  checkStep(amount, currency, param)
}

/** @throws {Refusal} */
export function checkStep(amount: number, currency: string, param: string): void {
  if (THREE_DECIMAL.has(currency) && amount % 10 !== 0) {
    throw badParameter(param, `Invalid amount: the last digit of ${currency} must be 0`)
  }
  if (WHOLE_ONLY.has(currency) && amount % 100 !== 0) {
    const message = `Currency ${currency} has become effectively zero-decimal and charged amounts must be evenly divisible by 100.`
    throw badParameter(param, message, 'invalid_charge_amount_no_decimal_compatible')
  }
}

/** Formatted for people. */
export function formatAmount(amount: number, currency: string): string {
  const code = currency.toUpperCase()
  const digits = ZERO_DECIMAL.has(currency) ? 0 : THREE_DECIMAL.has(currency) ? 3 : 2
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(amount / 10 ** digits)
}
