import type { Sql, Transaction } from '@mediajobs/db'
import { payments as table } from '@mediajobs/db/schema'
import { PAYMENT_FIELDS, type PaymentStatus, toUtc } from '@mediajobs/domain'
import type { Is, RecordOf } from '@mediajobs/domain/fields'
import { and, eq, gte, inArray, lt, or, sql as raw } from 'drizzle-orm'
import type { Page, PageRequest } from '../shared/paging.ts'
import { picked, record } from '../shared/record.ts'

/** With the columns that only the service reads. */
export type PaymentRow = typeof table.$inferSelect
type Shown = Pick<PaymentRow, keyof typeof PAYMENT_FIELDS>
/** Doesn't compile unless columns and field table agree. */
export type Payment = Is<Shown, Is<RecordOf<typeof PAYMENT_FIELDS>, Shown>>

export interface PaymentFilters {
  invoiceId?: string
  customerId?: string
  /** Any of these. */
  status?: readonly PaymentStatus[]
  /** Created at this time or later. */
  since?: string
  /** Created before this time. */
  until?: string
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
  { invoiceId, customerId, status, since, until, ...request }: PaymentFilters & PageRequest,
): Promise<Page<Payment>> {
  const list = { list: 'payments', invoiceId, customerId, status, since, until }
  const where = and(
    invoiceId === undefined ? undefined : eq(table.invoiceId, invoiceId),
    customerId === undefined ? undefined : eq(table.customerId, customerId),
    status === undefined ? undefined : inArray(table.status, [...status]),
    since === undefined ? undefined : gte(table.createdAt, toUtc(since)),
    until === undefined ? undefined : lt(table.createdAt, toUtc(until)),
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
 *
 * @param paymentId locked too, whatever its status
 */
export async function lockPayments(
  tx: Transaction,
  orgId: string,
  invoiceId: string,
  paymentId?: string,
): Promise<void> {
  const isReceived = eq(table.status, 'SUCCEEDED')
  await tx.orm
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.organizationId, orgId),
        eq(table.invoiceId, invoiceId),
        paymentId === undefined ? isReceived : or(isReceived, eq(table.id, paymentId)),
      ),
    )
    .orderBy(table.id)
    .for('no key update')
}

/**
 * Locks a payment, after those that {@link settle} changes with it. A confirmed order or a cancellation may move it to
 * another invoice meanwhile: its `invoiceId` is the current one.
 *
 * @throws {OperationError} `not_found`.
 */
export async function lockPayment(tx: Transaction, orgId: string, id: string): Promise<PaymentRow> {
  const { invoiceId } = await payments.get(tx, orgId, id)
  if (invoiceId !== null) await lockPayments(tx, orgId, invoiceId, id)
  const payment = await payments.lock(tx, orgId, id)
  return payment.invoiceId === invoiceId ? payment : lockPayment(tx, orgId, id)
}
