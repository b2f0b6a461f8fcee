import { payments as table } from '@mediajobs/db/schema'
import { applied, type DisputeStatus, standingOf } from '@mediajobs/domain'
import { publishEvent, type Tx } from '@mediajobs/outbox'
import { and, eq, sql } from 'drizzle-orm'
import { unlockPaidDeliveries } from '../client-deliveries/unlock.ts'
import { type InvoiceRow, invoices, publishInvoice } from '../invoices/invoices.ts'
import { mailReceipt } from '../mails.ts'
import { lockPayments, type PaymentRow, paymentOf, payments } from './payments.ts'
import type { Refund } from './refunds.ts'

/** What happened to a payment. Published with the resulting amounts. */
export type PaymentChange =
  | { event: 'PAYMENT_SUCCEEDED' | 'PAYMENT_FAILED' }
  | { event: 'PAYMENT_REFUNDED' | 'PAYMENT_REFUND_FAILED'; refund: Refund }
  | { event: 'PAYMENT_DISPUTED'; disputeStatus: DisputeStatus }

/**
 * Recomputes an invoice's amounts, and the unapplied part of its payments. It becomes PAID once its balance is zero.
 *
 * @throws {OperationError} `not_found`.
 */
export async function settleInvoice(tx: Tx, orgId: string, invoiceId: string): Promise<InvoiceRow> {
  await lockPayments(tx, orgId, invoiceId)
  return settle(tx, await invoices.lock(tx, orgId, invoiceId))
}

/**
 * {@link settleInvoice} for a locked invoice, after {@link lockPayments}. Publishes `changes` of the payment
 * `paymentId`, then INVOICE_PAID.
 *
 * @param free payment details of an invoice with nothing to pay, if no money was received
 */
export async function settle(
  tx: Tx,
  before: InvoiceRow,
  paymentId = '',
  changes: readonly PaymentChange[] = [],
  free?: Pick<PaymentRow, 'succeededAt' | 'method' | 'providerPaymentId'>,
): Promise<InvoiceRow> {
  const received = await receivedFor(tx, before)
  const dueAmount = before.status === 'VOIDED' ? 0 : before.totalAmount
  const { unappliedAmounts, ...sums } = applied(dueAmount, received)
  for (const [n, payment] of received.entries()) {
    await payments.change(tx, payment, { unappliedAmount: unappliedAmounts[n] ?? 0 })
  }
  const last = received.at(-1) ?? free
  const isPaid =
    last !== undefined &&
    before.status === 'SENT' &&
    standingOf({ ...before, ...sums }).balanceAmount === 0
  const invoice = await invoices.change(tx, before, {
    ...sums,
    ...(isPaid && {
      status: 'PAID',
      paidAt: last.succeededAt,
      method: last.method,
      reference: last.providerPaymentId,
    }),
  })
  await publishPaymentChanges(tx, before.organizationId, paymentId, changes, invoice.projectId)
  if (isPaid) {
    publishInvoice(tx, 'INVOICE_PAID', invoice)
    await unlockPaidDeliveries(tx, invoice, 'PAID')
  }
  return invoice
}

/** An invoice's received payments, in the order of arrival. */
function receivedFor(tx: Tx, { organizationId, id }: InvoiceRow): Promise<PaymentRow[]> {
  const { createdAt, provider, succeededAt } = table
  // Staff enter a manual payment's `succeededAt`.
  const arrivedAt = sql`case ${provider} when 'MANUAL' then ${createdAt} else ${succeededAt} end`
  return tx.orm
    .select()
    .from(table)
    .where(
      and(
        eq(table.organizationId, organizationId),
        eq(table.invoiceId, id),
        eq(table.status, 'SUCCEEDED'),
      ),
    )
    .orderBy(arrivedAt, table.id)
}

/** Publishes `changes` of a payment in its current state. `projectId` is its invoice's. */
export async function publishPaymentChanges(
  tx: Tx,
  orgId: string,
  paymentId: string,
  changes: readonly PaymentChange[],
  projectId: string | null,
): Promise<void> {
  if (changes.length === 0) return
  if (changes.some(({ event }) => event === 'PAYMENT_SUCCEEDED')) {
    await mailReceipt(tx, orgId, paymentId)
  }
  const row = await payments.get(tx, orgId, paymentId)
  const { invoiceId, customerId, updatedAt: occurredAt } = row
  const payment = paymentOf(row)
  const data = { occurredAt, paymentId, invoiceId, projectId, customerId, payment }
  for (const each of changes) {
    switch (each.event) {
      case 'PAYMENT_REFUNDED':
      case 'PAYMENT_REFUND_FAILED':
        publishEvent(tx, orgId, each.event, { ...data, refund: each.refund })
        break
      case 'PAYMENT_DISPUTED':
        publishEvent(tx, orgId, each.event, { ...data, disputeStatus: each.disputeStatus })
        break
      default:
        publishEvent(tx, orgId, each.event, data)
    }
  }
}
