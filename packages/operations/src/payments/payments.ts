import type { Sql, Transaction } from '@mediajobs/db'
import { orders, payments as table } from '@mediajobs/db/schema'
import { PAYMENT_FIELDS, type PaymentStatus, toUtc } from '@mediajobs/domain'
import type { Is, RecordOf } from '@mediajobs/domain/fields'
import { and, eq, gte, inArray, lt, or, sql as raw, type SQL } from 'drizzle-orm'
import type { Page, PageRequest } from '../shared/paging.ts'
import { picked, record } from '../shared/record.ts'

/** A payment with the columns that only the service reads. */
export type PaymentRow = typeof table.$inferSelect
type Shown = Pick<PaymentRow, keyof typeof PAYMENT_FIELDS>
/** Doesn't compile unless columns and field table agree. */
export type Payment = Is<Shown, Is<RecordOf<typeof PAYMENT_FIELDS>, Shown>>

export interface PaymentFilters {
  invoiceId?: string
  orderId?: string
  customerId?: string
  /** Any of these. */
  status?: readonly PaymentStatus[]
  /** Created at this time or later. */
  since?: string
  /** Created before this time. */
  until?: string
  /** Changed at this time or later. A refund's change counts. */
  updatedSince?: string
}

export const payments = record(table)

const SHOWN = Object.keys(PAYMENT_FIELDS) as (keyof Payment)[]

export function paymentOf(row: PaymentRow): Payment {
  return picked(row, SHOWN)
}

/** @throws {OperationError} `not_found`. */
export async function getPayment(sql: Sql, orgId: string, id: string): Promise<Payment> {
  return paymentOf(await payments.get(sql, orgId, id))
}

/**
 * The organization's payments, newest first.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listPayments(
  sql: Sql,
  orgId: string,
  {
    invoiceId,
    orderId,
    customerId,
    status,
    since,
    until,
    updatedSince,
    ...request
  }: PaymentFilters & PageRequest,
): Promise<Page<Payment>> {
  const range = { since, until, updatedSince }
  const list = { list: 'payments', invoiceId, orderId, customerId, status, ...range }
  const where = and(
    invoiceId === undefined ? undefined : eq(table.invoiceId, invoiceId),
    orderId === undefined ? undefined : eq(table.orderId, orderId),
    customerId === undefined ? undefined : eq(table.customerId, customerId),
    status === undefined ? undefined : inArray(table.status, [...status]),
    since === undefined ? undefined : gte(table.createdAt, toUtc(since)),
    until === undefined ? undefined : lt(table.createdAt, toUtc(until)),
    updatedSince === undefined ? undefined : gte(table.updatedAt, toUtc(updatedSince)),
  )
  const page = await payments.page(sql, orgId, request, { list, where })
  return { ...page, data: page.data.map(paymentOf) }
}

/**
 * SQL aggregate: whether the newest payment was declined, or returned by its bank. A declined one stays PENDING while its
 * page is open.
 */
export const newestFailed = raw<boolean>`coalesce((array_agg(
  ${table.status} in ('PENDING', 'FAILED') and ${table.failureCode} is not null
  order by ${table.createdAt} desc, ${table.id} desc))[1], false)`

/**
 * Locks the payments that {@link settle} changes, before their invoice and in id order, so concurrent callers can't
 * deadlock.
 */
export async function lockPayments(
  tx: Transaction,
  orgId: string,
  invoiceId: string,
): Promise<void> {
  await lockInOrder(tx, orgId, isReceivedFor(invoiceId))
}

/**
 * Locks a payment and those that {@link settle} changes with it: the others of its invoice, or of its order and the
 * order's invoice. The returned `invoiceId` is current, even if a confirmation or cancellation just moved the
 * payment.
 *
 * @throws {OperationError} `not_found`.
 */
export async function lockPayment(tx: Transaction, orgId: string, id: string): Promise<PaymentRow> {
  const { invoiceId, orderId } = await payments.get(tx, orgId, id)
  const locks = tx.savepoint()
  const others =
    invoiceId === null && orderId !== null
      ? or(eq(table.orderId, orderId), isReceivedFor(invoiceOf(orgId, orderId)))
      : isReceivedFor(invoiceId)
  await lockInOrder(tx, orgId, or(eq(table.id, id), others))
  const payment = await payments.get(tx, orgId, id)
  if (payment.invoiceId === invoiceId) {
    locks.release().catch(() => {})
    return payment
  }
  // Unlocks: the new invoice's payments are locked in id order too.
  await locks.rollBack()
  return lockPayment(tx, orgId, id)
}

function isReceivedFor(invoiceId: string | SQL | null): SQL | undefined {
  return and(eq(table.invoiceId, raw`${invoiceId}::uuid`), eq(table.status, 'SUCCEEDED'))
}

function invoiceOf(orgId: string, orderId: string): SQL {
  const isOrder = and(eq(orders.organizationId, orgId), eq(orders.id, orderId))
  return raw`(select ${orders.invoiceId} from ${orders} where ${isOrder})`
}

async function lockInOrder(tx: Transaction, orgId: string, where: SQL | undefined): Promise<void> {
  await tx.orm
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.organizationId, orgId), where))
    .orderBy(table.id)
    .for('no key update')
}
