import { changeTime } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { type InvoiceRow, invoices } from '../invoices/invoices.ts'
import { lockPayments, type PaymentRow, payments } from '../payments/payments.ts'
import { type PaymentChange, publishPaymentChanges, settle } from '../payments/settle.ts'
import { confirmOrder } from './confirm-order.ts'
import { getOrderForm } from './form.ts'
import { mailOrder, type OrderRow, orders, publishOrder } from './order.ts'
import { technicianFor } from './slots.ts'

const SUCCEEDED: readonly PaymentChange[] = [{ event: 'PAYMENT_SUCCEEDED' }]

/**
 * Applies a locked, succeeded payment to its order in the same transaction: confirms the order, or leaves that to
 * staff. No money is lost, whatever the order's state. Publishes PAYMENT_SUCCEEDED. docs/contract.md#c20-late
 *
 * @returns the invoice it's on, if any
 */
export async function receiveOrderPayment(tx: Tx, payment: PaymentRow): Promise<InvoiceRow | null> {
  const { organizationId: orgId, id: paymentId, orderId, paymentAmount } = payment
  const order = await orders.lock(tx, orgId, orderId ?? '')
  switch (order.status) {
    case 'HELD':
    case 'PAYMENT_DUE':
    case 'EXPIRED':
      return begin(tx, order, payment)
    case 'CONFIRMED':
      return payAgain(tx, order, paymentId)
    case 'REQUESTED':
      await publishPaymentChanges(tx, orgId, paymentId, SUCCEEDED, null)
      return null
    case 'DECLINED':
      // A second payment: PAYMENT_SUCCEEDED reports it as unapplied.
      await payments.set(tx, orgId, paymentId, {
        unappliedAmount: paymentAmount,
        updatedAt: changeTime,
      })
      await publishPaymentChanges(tx, orgId, paymentId, SUCCEEDED, null)
      return null
  }
}

/** Confirms the order if its form says so and the payment covers what is due; otherwise leaves it to staff. */
async function begin(
  tx: Tx,
  order: OrderRow,
  { id: paymentId, paymentAmount }: PaymentRow,
): Promise<InvoiceRow | null> {
  const form = await getOrderForm(tx, order.organizationId, order.formId)
  if (form.confirmation === 'AUTOMATIC' && paymentAmount >= (order.dueAmount ?? 0)) {
    const paid = { paymentId, changes: SUCCEEDED }
    const { invoice } = await confirmOrder(tx, order, { form, actor: null, paid })
    return invoice
  }
  await publishPaymentChanges(tx, order.organizationId, paymentId, SUCCEEDED, null)
  await requestOrder(tx, order, await technicianFor(tx, form, order))
  return null
}

/** Leaves a locked order to staff, and publishes ORDER_REQUESTED. */
export async function requestOrder(
  tx: Tx,
  { organizationId, id }: OrderRow,
  time: Pick<OrderRow, 'technicianId' | 'orderConflict'>,
): Promise<OrderRow> {
  const order = await orders.set(tx, organizationId, id, {
    ...time,
    status: 'REQUESTED',
    holdExpiresAt: null,
    endedAt: null,
    updatedAt: changeTime,
  })
  await mailOrder(tx, order, 'ORDER_REQUESTED')
  await mailOrder(tx, order, 'NEW_ORDER')
  publishOrder(tx, 'ORDER_REQUESTED', order)
  return order
}

/** A second payment of an order: any excess stays unapplied on its invoice. */
async function payAgain(
  tx: Tx,
  { organizationId: orgId, invoiceId }: OrderRow,
  paymentId: string,
): Promise<InvoiceRow | null> {
  if (invoiceId === null) throw new Error('a confirmed order without an invoice')
  await lockPayments(tx, orgId, invoiceId)
  const invoice = await invoices.lock(tx, orgId, invoiceId)
  const { customerId } = invoice
  await payments.set(tx, orgId, paymentId, { invoiceId, customerId, updatedAt: changeTime })
  return settle(tx, invoice, paymentId, SUCCEEDED)
}
