import { changeTime, payments as paymentsTable } from '@mediajobs/db/schema'
import { ADDRESS_FIELDS, type AddressField } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, inArray } from 'drizzle-orm'
import { lockGroup } from '../customer-groups/groups.ts'
import { type Customer, ensureCustomer, getCustomer } from '../customers.ts'
import { createAgreedInvoice } from '../invoices/drafts.ts'
import { type InvoiceRow, invoices, sendInvoice } from '../invoices/invoices.ts'
import { billingOf } from '../invoices/project-price.ts'
import { mailReceipt } from '../mails.ts'
import { type PaymentChange, settle } from '../payments/settle.ts'
import { moveProject } from '../projects/move-project.ts'
import type { Project } from '../projects/project.ts'
import { bookProject } from '../projects/write-project.ts'
import { redeemAgreed } from '../redemptions.ts'
import type { Actor } from '../shared/actor.ts'
import { picked } from '../shared/record.ts'
import type { OrderFormRow } from './form.ts'
import { mailOrder, type OrderRow, orders, publishOrder } from './order.ts'
import { technicianFor } from './slots.ts'

interface Confirmation {
  form: OrderFormRow
  /** Null for a client, or a payment. */
  actor: Actor | null
  /** Set if a payment just arrived. */
  paid?: { paymentId: string; changes: readonly PaymentChange[] }
}

export interface ConfirmedOrder {
  order: OrderRow
  invoice: InvoiceRow
}

/**
 * Confirms a locked order, all or nothing: its customer, project with technician, discount, sent invoice and payment,
 * with ORDER_PLACED last. If its slot was taken meanwhile, the project gets no technician. The price is the agreed
 * one, even if the catalog changed. docs/contract.md#c20-confirmation
 */
export async function confirmOrder(
  tx: Tx,
  order: OrderRow,
  { form, actor, paid }: Confirmation,
): Promise<ConfirmedOrder> {
  const { organizationId: orgId, id } = order
  const { technicianId, orderConflict } = await technicianFor(tx, form, order)
  const customer = await customerOf(tx, order)
  const booked = await book(tx, order, customer.id, technicianId)
  // Unsettled: the time isn't agreed yet, or nobody is free.
  const isSettled = !orderConflict && (order.startsAt !== null || form.scheduling === 'NONE')
  const project =
    form.confirmation === 'AUTOMATIC' && isSettled
      ? await moveProject(tx, actor, booked, 'BOOKED')
      : booked
  const invoice = await bill(tx, order, project, paid)
  const confirmed = await orders.set(tx, orgId, id, {
    status: 'CONFIRMED',
    customerId: customer.id,
    projectId: project.id,
    invoiceId: invoice.id,
    technicianId,
    orderConflict,
    holdExpiresAt: null,
    endedAt: null,
    confirmedAt: changeTime,
    updatedAt: changeTime,
  })
  await mailOrder(tx, confirmed, 'ORDER_CONFIRMED')
  if (form.confirmation === 'AUTOMATIC') await mailOrder(tx, confirmed, 'NEW_ORDER')
  publishOrder(tx, 'ORDER_PLACED', confirmed)
  return { order: confirmed, invoice }
}

/** The signed-in customer, or the one with this email. A typed email alone never gets a group's terms. */
async function customerOf(tx: Tx, order: OrderRow): Promise<Customer> {
  const { organizationId: orgId, customerId } = order
  if (customerId !== null) return getCustomer(tx, orgId, customerId)
  return ensureCustomer(tx, orgId, {
    name: agreed(order.customerName),
    email: agreed(order.customerEmail),
    phone: order.customerPhone,
    language: order.language,
  })
}

const PLACE_FIELDS = [...(Object.keys(ADDRESS_FIELDS) as AddressField[]), 'lat', 'lng'] as const

async function book(
  tx: Tx,
  order: OrderRow,
  customerId: string,
  technicianId: string | null,
): Promise<Project> {
  const { packageId, addOnIds, discountCode } = order.selection
  const discount =
    discountCode === null ? null : await redeemAgreed(tx, order.organizationId, discountCode)
  return bookProject(tx, order.organizationId, {
    // Without scheduling, the time of the order, until staff agree on one.
    scheduledTime: order.startsAt ?? agreed(order.placedAt),
    ...picked(order, PLACE_FIELDS),
    customerId,
    packageId,
    technicianId,
    estimatedDuration: order.durationMinutes,
    propertySize: order.propertySize,
    selectedAddOnIds: addOnIds,
    bookingAnswers: order.answers,
    discountId: discount?.id ?? null,
    discountCode: discount?.code ?? null,
  })
}

/** Invoices the project to whoever the customer's group bills, and applies the order's payment. */
async function bill(
  tx: Tx,
  order: OrderRow,
  project: Project,
  paid: Confirmation['paid'],
): Promise<InvoiceRow> {
  const { organizationId: orgId } = order
  const bookedBy = agreed(project.customerId)
  const group =
    order.customerId === null ? null : await lockGroup(tx, orgId, bookedBy, project.createdAt)
  const billing = await billingOf(tx, orgId, bookedBy, group)
  const { id: invoiceId, customerId } = await createAgreedInvoice(tx, orgId, {
    ...billing,
    projectId: project.id,
    currency: agreed(order.currency),
    lineItems: agreed(order.lineItems),
    discountRule: order.discountRule,
  })
  await sendInvoice(tx, orgId, invoiceId)
  const received = await tx.orm
    .update(paymentsTable)
    .set({ invoiceId, customerId, updatedAt: changeTime })
    .where(isReceived(order))
    .returning()
  const invoice = await invoices.lock(tx, orgId, invoiceId)
  if (received.length === 0) return invoice
  const settled = await settle(tx, invoice, paid?.paymentId, paid?.changes)
  for (const { id, status } of received) {
    if (status === 'SUCCEEDED' && id !== paid?.paymentId) await mailReceipt(tx, orgId, id)
  }
  return settled
}

/** SQL condition: an order's received payments. Excludes one whose page is still open: a dispatcher closes it. */
function isReceived({ organizationId, id }: OrderRow) {
  return and(
    eq(paymentsTable.organizationId, organizationId),
    eq(paymentsTable.orderId, id),
    inArray(paymentsTable.status, ['SUCCEEDED', 'PROCESSING']),
  )
}

/** A field that every placed order has. */
function agreed<Value>(value: Value | null): Value {
  if (value === null) throw new Error('an order without agreed terms')
  return value
}
