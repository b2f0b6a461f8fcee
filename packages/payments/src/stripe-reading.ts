import type { PaymentStatus, RefundStatus } from '@mediajobs/domain'
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
import type { ProviderPayment, ProviderRefund } from './provider.ts'
import { fromStripe } from './stripe-amounts.ts'

/** The Stripe objects of one payment. */
export interface StripePayment {
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
