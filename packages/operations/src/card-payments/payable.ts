import { one } from '@mediajobs/db'
import { changeTime, invoices, orders, payments } from '@mediajobs/db/schema'
import {
  type InvoiceStatus,
  ORDER_CHECKOUT_SECONDS,
  type ProblemCodeOf,
  standingOf,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, gt, sql } from 'drizzle-orm'
import { holdExpired } from '../orders/order.ts'
import { conflict, type OperationError } from '../shared/errors.ts'

/** What a payer pays: a sent invoice, or an order before it is confirmed. */
export interface Payable {
  organizationId: string
  of: { invoiceId: string } | { orderId: string }
  /** Where the provider sends the payer back. */
  returnUrl: string
}

/** An amount due, locked. */
export interface Owed {
  customerId: string | null
  /** In the currency's minor unit. */
  balanceAmount: number
  currency: string
  /** Shown to the payer. */
  description: string
  /** In the return URL: an invoice's number. */
  reference: string
}

/** SQL condition: a payable's card payments. */
export function isPaymentOf({ organizationId, of }: Payable) {
  return and(
    eq(payments.organizationId, organizationId),
    'invoiceId' in of ? eq(payments.invoiceId, of.invoiceId) : eq(payments.orderId, of.orderId),
    eq(payments.provider, 'STRIPE'),
  )
}

/**
 * Locks the invoice or order.
 *
 * @throws {OperationError} `conflict` unless it can be paid now: `invoice_is_…`, `hold_expired`, `order_decided`.
 */
export function lockOwed(tx: Tx, { organizationId, of }: Payable): Promise<Owed> {
  return 'invoiceId' in of
    ? lockInvoice(tx, organizationId, of.invoiceId)
    : lockOrder(tx, organizationId, of.orderId)
}

/** Keeps the invoice from being voided until the payment is committed. */
async function lockInvoice({ orm }: Tx, orgId: string, invoiceId: string): Promise<Owed> {
  const rows = await orm
    .select()
    .from(invoices)
    .where(and(eq(invoices.organizationId, orgId), eq(invoices.id, invoiceId)))
    .for('share')
  const invoice = one(rows, 'the invoice of a link')
  const { status, customerId, currency, number } = invoice
  if (status !== 'SENT') throw notPayable(status)
  const { balanceAmount } = standingOf(invoice)
  // Sent with a total of 0.
  if (balanceAmount <= 0) throw notPayable('PAID')
  const reference = number ?? ''
  return { customerId, balanceAmount, currency, description: `Invoice ${number}`, reference }
}

const NOT_PAYABLE: Record<Exclude<InvoiceStatus, 'SENT'>, ProblemCodeOf<409>> = {
  DRAFT: 'invoice_is_draft',
  PAID: 'invoice_is_paid',
  VOIDED: 'invoice_is_voided',
}

function notPayable(status: Exclude<InvoiceStatus, 'SENT'>): OperationError {
  return conflict(NOT_PAYABLE[status], `The invoice is ${status}: there is nothing to pay.`)
}

/** Keeps the order from expiring or being confirmed until the payment is committed. */
async function lockOrder({ orm }: Tx, orgId: string, orderId: string): Promise<Owed> {
  const isOrder = and(eq(orders.organizationId, orgId), eq(orders.id, orderId))
  const order = one(
    await orm.select().from(orders).where(isOrder).for('no key update'),
    'the order of a token',
  )
  const { status, currency, dueAmount, lineItems } = order
  if (status === 'EXPIRED') throw holdExpired()
  if (status !== 'PAYMENT_DUE' || currency === null || dueAmount === null) {
    throw conflict('order_decided', `The order is ${status}: there is nothing to pay.`)
  }
  const isLive = gt(orders.holdExpiresAt, sql`clock_timestamp()`)
  if ((await orm.$count(orders, and(isOrder, isLive))) === 0) throw holdExpired()
  const description = lineItems?.[0]?.description ?? 'Order'
  // Known once the order is confirmed and invoiced.
  const customerId = null
  return { customerId, balanceAmount: dueAmount, currency, description, reference: 'order' }
}

/** Extends an order's hold for its first payment, to outlast the provider's page. */
export async function extendHold({ orm }: Tx, payable: Payable): Promise<void> {
  const { organizationId, of } = payable
  if ('invoiceId' in of || (await orm.$count(payments, isPaymentOf(payable))) > 0) return
  const until = sql`clock_timestamp() + ${ORDER_CHECKOUT_SECONDS} * interval '1 second'`
  await orm
    .update(orders)
    .set({ holdExpiresAt: sql`greatest(${orders.holdExpiresAt}, ${until})`, updatedAt: changeTime })
    .where(and(eq(orders.organizationId, organizationId), eq(orders.id, of.orderId)))
}
