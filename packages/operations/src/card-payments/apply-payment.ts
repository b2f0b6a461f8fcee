import { changeTime, refunds as table } from '@mediajobs/db/schema'
import {
  type DisputeStatus,
  MAX_REFUND_REASON_LENGTH,
  type PaymentStatus,
  type RefundStatus,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { ProviderError, type ProviderPayment, type ProviderRefund } from '@mediajobs/payments'
import { and, eq } from 'drizzle-orm'
import { invoices } from '../invoices/invoices.ts'
import { receiveOrderPayment } from '../orders/receive-payment.ts'
import { lockPayment, type PaymentRow, payments } from '../payments/payments.ts'
import { leftOf, refundPayment } from '../payments/refund-payment.ts'
import { type RefundRow, refundOf, refunds, returnedBy } from '../payments/refunds.ts'
import { type PaymentChange, publishPaymentChanges, settle } from '../payments/settle.ts'
import { changedFields } from '../shared/record.ts'

// A late success overrides a failure or a cancellation.
const RANK: Record<PaymentStatus, number> = {
  PENDING: 0,
  PROCESSING: 1,
  CANCELLED: 2,
  FAILED: 2,
  SUCCEEDED: 3,
}
const ENDS: Record<PaymentStatus, readonly PaymentChange[]> = {
  PENDING: [],
  PROCESSING: [],
  CANCELLED: [],
  FAILED: [{ event: 'PAYMENT_FAILED' }],
  SUCCEEDED: [{ event: 'PAYMENT_SUCCEEDED' }],
}
// A refund that succeeded may still bounce.
const RANK_OF_REFUND: Record<RefundStatus, number> = { PENDING: 0, SUCCEEDED: 1, FAILED: 2 }

/**
 * Applies the provider's state of a payment to the payment, its refunds and its invoice, and publishes the changes.
 * Idempotent. A status only advances. The disputed amount is overwritten, so readings must be applied in order.
 * Refunds and disputes together never exceed the amount received.
 *
 * @throws {OperationError} `not_found`.
 * @throws {ForeignReading}
 */
export async function applyProviderPayment(
  tx: Tx,
  orgId: string,
  paymentId: string,
  reading: ProviderPayment,
): Promise<PaymentRow> {
  const before = await lockPayment(tx, orgId, paymentId)
  const { invoiceId } = before
  expectOwn(before, reading)
  let invoice = invoiceId === null ? null : await invoices.lock(tx, orgId, invoiceId)
  const publish = async (changes: readonly PaymentChange[]) => {
    if (invoice) invoice = await settle(tx, invoice, paymentId, changes)
    else await publishPaymentChanges(tx, orgId, paymentId, changes, null)
  }
  const isAdvance = RANK[reading.status] > RANK[before.status]
  const isCurrent = isAdvance || reading.status === before.status
  const advanced = await change(tx, before, {
    providerPaymentId: reading.providerPaymentId ?? before.providerPaymentId,
    ...(isCurrent && {
      ...amountsOf(before, reading),
      status: reading.status,
      method: reading.method ?? before.method,
      failureCode: reading.failureCode,
    }),
  })
  // Before the refunds: the invoice counts the whole payment, even a part already refunded.
  if (isAdvance && reading.status === 'SUCCEEDED' && isForUnconfirmedOrder(advanced)) {
    invoice = await receiveOrderPayment(tx, advanced)
  } else if (isAdvance) await publish(ENDS[reading.status])
  const refunded = await applyRefunds(tx, before, reading)
  const wasLost = before.refundedAmount - refunded.wasReturned
  const received = advanced.paymentAmount + advanced.tipAmount
  const lost = Math.min(
    Math.max(wasLost, reading.lostAmount),
    Math.max(received - refunded.returned, 0),
  )
  const held = isCurrent ? Math.min(reading.disputedAmount, received) : before.disputedAmount
  const sums = {
    refundedAmount: refunded.returned + lost,
    refundFailedAmount: between(0, refunded.refundFailed, received - refunded.returned - lost),
    disputedAmount: held,
  }
  // A refund's success changes no sum, but `updatedSince` must find the payment.
  if (refunded.changes.length > 0) {
    await payments.set(tx, orgId, paymentId, { ...sums, updatedAt: changeTime })
  } else await change(tx, advanced, sums)
  const isHeldLess = held < before.disputedAmount
  const isLost = lost > wasLost || (isHeldLess && reading.lostAmount > lost)
  await publish([...refunded.changes, ...disputes(before.disputedAmount, held, isLost)])
  await refundDisputed(tx, await payments.get(tx, orgId, paymentId))
  return payments.get(tx, orgId, paymentId)
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}

/** Makes the refund that a cancellation postponed, once the dispute has ended. A lost one leaves nothing to refund. */
async function refundDisputed(tx: Tx, payment: PaymentRow): Promise<void> {
  const { organizationId, id, refundDueAmount, disputedAmount } = payment
  if (refundDueAmount === 0 || disputedAmount > 0) return
  await payments.change(tx, payment, { refundDueAmount: 0 })
  const refundAmount = Math.min(refundDueAmount, leftOf(payment))
  if (refundAmount === 0) return
  await refundPayment(tx, { organizationId, userId: null }, id, { refundAmount })
}

/** A reading that doesn't match this payment, or contradicts an earlier one. Its message contains no secret. */
export class ForeignReading extends ProviderError {
  constructor(message: string) {
    super('refused', message)
  }
}

/** @throws {ForeignReading} */
function expectOwn(
  { status, livemode, currency, paymentAmount, tipAmount }: PaymentRow,
  reading: ProviderPayment,
): void {
  if (reading.livemode !== livemode) throw new ForeignReading('the reading is in another mode')
  if (reading.currency !== currency) throw new ForeignReading('the reading is in another currency')
  if (reading.status !== 'SUCCEEDED') return
  if (status === 'SUCCEEDED' && reading.receivedAmount !== paymentAmount + tipAmount) {
    throw new ForeignReading('another amount was received before')
  }
  const returned = reading.refunds.filter((refund) => refund.status !== 'FAILED')
  if (returned.reduce((sum, { amount }) => sum + amount, 0) > reading.receivedAmount) {
    throw new ForeignReading('more was refunded than received')
  }
}

/** Whether the payment is for an order that isn't confirmed yet. */
function isForUnconfirmedOrder({ orderId, invoiceId }: PaymentRow): boolean {
  return orderId !== null && invoiceId === null
}

async function change(
  tx: Tx,
  before: PaymentRow,
  changes: Partial<PaymentRow>,
): Promise<PaymentRow> {
  if (changedFields(before, changes).length === 0) return before
  const succeeds = changes.status === 'SUCCEEDED' && before.status !== 'SUCCEEDED'
  return payments.set(tx, before.organizationId, before.id, {
    ...changes,
    ...(succeeds && { succeededAt: changeTime }),
    updatedAt: changeTime,
  })
}

function disputes(wasHeld: number, isHeld: number, isLost: boolean): PaymentChange[] {
  const statuses: DisputeStatus[] = []
  if (isLost) statuses.push('LOST')
  else if (isHeld < wasHeld) statuses.push('WON')
  if (isHeld > wasHeld) statuses.push('OPEN')
  return statuses.map((disputeStatus) => ({ event: 'PAYMENT_DISPUTED', disputeStatus }))
}

/** A shortfall reduces the tip first; a surplus goes to the payment. */
function amountsOf(
  { paymentAmount: asked, tipAmount: askedTip }: PaymentRow,
  { status, receivedAmount }: ProviderPayment,
): Partial<PaymentRow> {
  if (status !== 'SUCCEEDED') return {}
  const tipAmount = Math.min(Math.max(receivedAmount - asked, 0), askedTip)
  return { paymentAmount: receivedAmount - tipAmount, tipAmount }
}

/** Inserts the provider's new refunds, and advances known ones. @throws {ForeignReading} */
async function applyRefunds(tx: Tx, before: PaymentRow, { refunds: reading }: ProviderPayment) {
  const { organizationId, id: paymentId } = before
  const known = await tx.orm
    .select()
    .from(table)
    .where(and(eq(table.organizationId, organizationId), eq(table.paymentId, paymentId)))
  const byId = new Map(known.map((row) => [row.id, row]))
  const byProviderId = new Map(known.map((row) => [row.providerRefundId, row]))
  const changes: PaymentChange[] = []
  let refundFailed = before.refundFailedAmount
  for (const refund of reading) {
    const row = byProviderId.get(refund.providerRefundId) ?? byId.get(refund.refundId ?? '')
    if (row && row.refundAmount !== refund.amount) {
      throw new ForeignReading('a refund has another amount')
    }
    const now = row ? await advance(tx, row, refund) : await insertRefund(tx, before, refund)
    changes.push(...outcomeOf(now, row))
    if (now.status === 'FAILED') refundFailed += row?.status === 'FAILED' ? 0 : refund.amount
    else if (!row) refundFailed -= refund.amount
    byId.set(now.id, now)
    byProviderId.set(now.providerRefundId, now)
  }
  const returned = returnedBy([...byId.values()])
  return { changes, refundFailed, wasReturned: returnedBy(known), returned }
}

function insertRefund(
  tx: Tx,
  { organizationId, id: paymentId, provider }: PaymentRow,
  { amount, reason, status, failureCode, providerRefundId }: ProviderRefund,
): Promise<RefundRow> {
  return refunds.insert(tx, organizationId, {
    paymentId,
    provider,
    refundAmount: amount,
    reason: reason?.slice(0, MAX_REFUND_REASON_LENGTH) ?? null,
    status,
    failureCode,
    providerRefundId,
    createdAt: changeTime,
    updatedAt: changeTime,
  })
}

function outcomeOf(now: RefundRow, before: RefundRow | undefined): PaymentChange[] {
  if (now.status === 'PENDING' || now.status === before?.status) return []
  const event = now.status === 'FAILED' ? 'PAYMENT_REFUND_FAILED' : 'PAYMENT_REFUNDED'
  return [{ event, refund: refundOf(now) }]
}

function advance(
  tx: Tx,
  row: RefundRow,
  { status, failureCode, providerRefundId }: ProviderRefund,
): Promise<RefundRow> {
  const isNewer = RANK_OF_REFUND[status] > RANK_OF_REFUND[row.status]
  return refunds.change(tx, row, { providerRefundId, ...(isNewer && { status, failureCode }) })
}
