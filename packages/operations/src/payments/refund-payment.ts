import { changeTime } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { invoices } from '../invoices/invoices.ts'
import { conflict, invalid } from '../shared/errors.ts'
import { lockPayment, type PaymentRow, payments } from './payments.ts'
import { type Refund, refundOf, refunds } from './refunds.ts'
import { publishPaymentChanges, settle } from './settle.ts'

export interface RefundInput {
  /** Defaults to the unrefunded amount. */
  refundAmount?: number
  reason?: string | null
  /** Default: the payment's. MANUAL: it was returned outside the payment's provider. */
  provider?: PaymentRow['provider']
}

interface Refunder {
  organizationId: string
  /** Null for a client's cancellation, or a refund that waited for a dispute to end. */
  userId: string | null
}

/**
 * Creates a refund. A MANUAL one succeeds immediately, with PAYMENT_REFUNDED. Any other is PENDING: a dispatcher
 * requests it from the provider, with its id as idempotency key, and reads the outcome.
 *
 * @throws {OperationError} `not_found`; `invalid` for a provider that didn't take the payment; `conflict`
 *   (`refund_too_large`) for more than is left.
 */
export async function refundPayment(
  tx: Tx,
  { organizationId, userId }: Refunder,
  paymentId: string,
  { refundAmount, reason = null, provider: wanted }: RefundInput,
): Promise<Refund> {
  const payment = await lockPayment(tx, organizationId, paymentId)
  const provider = wanted ?? payment.provider
  if (provider !== 'MANUAL' && provider !== payment.provider) {
    throw invalid('provider', 'not_allowed', "must be MANUAL or the payment's provider")
  }
  const { invoiceId } = payment
  const invoice = invoiceId === null ? null : await invoices.lock(tx, organizationId, invoiceId)
  const left = leftOf(payment)
  const amount = refundAmount ?? left
  if (left === 0 || amount > left) throw tooLarge(left)
  const isManual = provider === 'MANUAL'
  const refund = await refunds.insert(tx, organizationId, {
    paymentId,
    provider,
    refundAmount: amount,
    reason,
    status: isManual ? 'SUCCEEDED' : 'PENDING',
    createdByUserId: userId,
    createdAt: changeTime,
    updatedAt: changeTime,
  })
  await payments.set(tx, organizationId, paymentId, {
    refundedAmount: payment.refundedAmount + amount,
    refundFailedAmount: Math.max(payment.refundFailedAmount - amount, 0),
    updatedAt: changeTime,
    ...(!isManual && { nextReadAt: changeTime }),
  })
  const shown = refundOf(refund)
  const changes = isManual ? [{ event: 'PAYMENT_REFUNDED' as const, refund: shown }] : []
  if (invoice) await settle(tx, invoice, paymentId, changes)
  else await publishPaymentChanges(tx, organizationId, paymentId, changes, null)
  return shown
}

/**
 * Fails a refund that the provider refuses for good, with PAYMENT_REFUND_FAILED. Its amount can be refunded again.
 *
 * @throws {OperationError} `not_found`.
 */
export async function failRefund(
  tx: Tx,
  orgId: string,
  paymentId: string,
  refundId: string,
  failureCode: string,
): Promise<void> {
  const payment = await lockPayment(tx, orgId, paymentId)
  const { invoiceId } = payment
  const refund = await refunds.get(tx, orgId, refundId)
  if (refund.status !== 'PENDING' || refund.paymentId !== paymentId) return
  const failed = await refunds.change(tx, refund, { status: 'FAILED', failureCode })
  await payments.change(tx, payment, {
    refundedAmount: payment.refundedAmount - refund.refundAmount,
    refundFailedAmount: payment.refundFailedAmount + refund.refundAmount,
  })
  const changes = [{ event: 'PAYMENT_REFUND_FAILED' as const, refund: refundOf(failed) }]
  if (invoiceId === null) await publishPaymentChanges(tx, orgId, paymentId, changes, null)
  else await settle(tx, await invoices.lock(tx, orgId, invoiceId), paymentId, changes)
}

/** How much of a payment can still be refunded. */
export function leftOf(payment: PaymentRow): number {
  if (payment.status !== 'SUCCEEDED') return 0
  const { paymentAmount, tipAmount, refundedAmount, disputedAmount } = payment
  return Math.max(paymentAmount + tipAmount - refundedAmount - disputedAmount, 0)
}

function tooLarge(left: number) {
  return conflict(
    'refund_too_large',
    `Only ${left}, in the currency's minor unit, can still be refunded.`,
  ).at('refundAmount')
}
