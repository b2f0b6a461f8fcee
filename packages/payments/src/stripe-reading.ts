import { minorUnitDigits, type PaymentStatus, type RefundStatus } from '@mediajobs/domain'
import type Stripe from 'stripe'
import {
  codeOf,
  type Fields,
  fieldsOf,
  idOf,
  invalidResponse,
  isAmount,
  methodOf,
  uuidOf,
} from './answers.ts'
import {
  type PaymentHint,
  ProviderError,
  type ProviderPayment,
  type ProviderRefund,
} from './provider.ts'

/** The Stripe objects of one payment. */
interface StripePayment {
  session: Fields | null
  /** With its latest charge. Null before the payer starts. */
  intent: Fields | null
  refunds: readonly Fields[]
  disputes: readonly Fields[]
}

const CURRENCY = /^[a-z]{3}$/

/** @throws {ProviderError} for objects that contradict themselves. */
export function paymentOf({ session, intent, refunds, disputes }: StripePayment): ProviderPayment {
  const currency = currencyOf(intent ?? session)
  const status = statusOf(session, intent)
  const amountIn = (value: unknown, of: Fields) => isoAmount(value, of, currency)
  const owners = [session?.client_reference_id, fieldsOf(intent?.metadata)?.paymentId].map(uuidOf)
  if (new Set(owners.filter((id) => id !== null)).size > 1) throw invalidResponse('payment')
  const charge = fieldsOf(intent?.latest_charge)
  const sumOf = (statuses: ReadonlySet<unknown>) =>
    disputes
      .filter((dispute) => statuses.has(dispute.status))
      .reduce((sum, dispute) => sum + amountIn(dispute.amount, dispute), 0)
  return {
    status,
    providerPaymentId: intent && idOf(intent),
    receivedAmount: intent && status === 'SUCCEEDED' ? amountIn(intent.amount_received, intent) : 0,
    currency,
    method: methodOf(fieldsOf(charge?.payment_method_details)?.type),
    failureCode: status === 'SUCCEEDED' ? null : failureOf(intent),
    livemode: livemodeOf(intent ?? session),
    refunds: refunds.map((refund) => refundOf(refund, currency)),
    disputedAmount: sumOf(OPEN_DISPUTES),
    lostAmount: sumOf(LOST_DISPUTES),
  }
}

// Inquiries (`warning_…`) and `prevented` take no money, and `won` returned it.
const OPEN_DISPUTES: ReadonlySet<unknown> = new Set(['needs_response', 'under_review'])
// The money is gone unless an appeal succeeds.
const LOST_DISPUTES: ReadonlySet<unknown> = new Set([
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
])

const REFUND_STATUSES: Readonly<Record<string, RefundStatus>> = {
  pending: 'PENDING',
  requires_action: 'PENDING',
  succeeded: 'SUCCEEDED',
  failed: 'FAILED',
  canceled: 'FAILED',
}

/** @throws {ProviderError} */
export function refundOf(refund: Fields, currency: string): ProviderRefund {
  const providerRefundId = idOf(refund.id)
  const status = REFUND_STATUSES[String(refund.status)]
  const amount = isoAmount(refund.amount, refund, currency)
  if (providerRefundId === null || !status || amount === 0) throw invalidResponse('refund')
  return {
    providerRefundId,
    refundId: uuidOf(fieldsOf(refund.metadata)?.refundId),
    amount,
    status,
    reason: codeOf(refund.reason),
    failureCode: status === 'FAILED' ? codeOf(refund.failure_reason) : null,
  }
}

/**
 * A declined payer may retry while the page is open, so a payment fails only once the page is complete, such as a
 * debit returned by the bank.
 */
function statusOf(session: Fields | null, intent: Fields | null): PaymentStatus {
  const page = session?.status
  switch (intent?.status) {
    case 'succeeded':
      return 'SUCCEEDED'
    case 'processing':
    case 'requires_capture':
      return 'PROCESSING'
    case 'canceled':
      return 'CANCELLED'
  }
  if (page === 'expired') return 'CANCELLED'
  if (page !== 'complete') return 'PENDING'
  return intent && failureOf(intent) !== null ? 'FAILED' : 'PROCESSING'
}

function failureOf(intent: Fields | null): string | null {
  const error = fieldsOf(intent?.last_payment_error)
  return codeOf(error?.decline_code) ?? codeOf(error?.code)
}

function isoAmount(value: unknown, { currency: own }: Fields, currency: string): number {
  if (!isAmount(value) || own !== currency.toLowerCase()) throw invalidResponse('amount')
  const amount = fromStripe(value, currency)
  if (amount === null) throw invalidResponse('amount')
  return amount
}

function currencyOf(object: Fields | null): string {
  const currency = object?.currency
  if (typeof currency !== 'string' || !CURRENCY.test(currency)) throw invalidResponse('currency')
  return currency.toUpperCase()
}

function livemodeOf(object: Fields | null): boolean {
  const livemode = object?.livemode
  if (typeof livemode !== 'boolean') throw invalidResponse('livemode')
  return livemode
}

// https://docs.stripe.com/currencies: ISO 4217's minor units, except in these.
/** Stripe's units per ariary, króna and shilling. */
const UNITS_OF_WHOLE: Readonly<Record<string, number>> = { MGA: 1, ISK: 100, UGX: 100 }
/** Stripe accepts only multiples of these. */
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
function fromStripe(units: number, currency: string): number | null {
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

const TOLERANCE_SECONDS = 300

/** Verifies an event and returns its payment; `null` if it has none. @throws {ProviderError} `bad_signature`. */
export function readStripeEvent(
  webhooks: (typeof Stripe)['webhooks'],
  body: Buffer,
  signature: string | undefined,
  secrets: readonly string[],
): PaymentHint | null {
  for (const secret of isAhead(signature) ? [] : secrets) {
    try {
      return hintOf(webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE_SECONDS))
    } catch {
      // Try the next secret.
    }
  }
  throw new ProviderError('bad_signature', "The event isn't signed with a known secret")
}

/** Whether the signature has no time, or one in the future, which the library accepts. */
function isAhead(signature = ''): boolean {
  const [, seconds] = /(?:^|,)t=(\d+)/.exec(signature) ?? []
  return !(Number(seconds) <= Date.now() / 1_000 + TOLERANCE_SECONDS)
}

function hintOf(event: unknown): PaymentHint | null {
  const { id, livemode, data } = fieldsOf(event) ?? {}
  const eventId = idOf(id)
  const object = fieldsOf(fieldsOf(data)?.object)
  if (eventId === null || typeof livemode !== 'boolean' || object === null) return null
  const paymentId = uuidOf(fieldsOf(object.metadata)?.paymentId)
  const intent = idOf(object.payment_intent)
  const hint = { eventId, livemode }
  switch (object.object) {
    case 'checkout.session': {
      const reference = uuidOf(object.client_reference_id)
      return ifRelated({ ...hint, paymentId: reference, providerPaymentId: intent })
    }
    case 'payment_intent':
      return ifRelated({ ...hint, paymentId, providerPaymentId: idOf(object.id) })
    case 'charge':
    case 'refund':
    case 'dispute':
      return ifRelated({ ...hint, paymentId, providerPaymentId: intent })
    default:
      return null
  }
}

function ifRelated(hint: PaymentHint): PaymentHint | null {
  return hint.paymentId === null && hint.providerPaymentId === null ? null : hint
}
