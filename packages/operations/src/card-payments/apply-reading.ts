import type { Sql } from '@mediajobs/db'
import { changeTime, orders, refunds, payments as table } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import type { ProviderPayment } from '@mediajobs/payments'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { lockPayment, type PaymentRow, payments } from '../payments/payments.ts'
import { applyProviderPayment } from './apply-payment.ts'
import { nextReadAfter } from './schedule.ts'
import type { TakenPayment } from './take-payments.ts'

/**
 * Applies a reading to a taken payment. Amounts are absolute, so a repeated or late reading is a no-op. Locks the
 * payment, then its invoice. docs/contract.md#c18-hint
 *
 * @returns false if the payment was taken again since: a newer reading follows
 * @throws {ForeignReading}
 */
export async function applyReading(
  tx: Tx,
  { organizationId, id, reads, takenAt }: TakenPayment,
  reading: ProviderPayment,
): Promise<boolean> {
  const before = await lockPayment(tx, organizationId, id)
  if (before.reads !== reads) return false
  // An event made the payment due again after this reading began, so the provider may know more by now.
  const isDueAgain = await isDue(tx, before)
  await applyProviderPayment(tx, organizationId, id, reading)
  const after = await payments.get(tx, organizationId, id)
  const isUnsettled = after.disputedAmount > 0 || (await hasPendingRefund(tx, after))
  await payments.set(tx, organizationId, id, {
    nextReadAt: isDueAgain
      ? before.nextReadAt
      : nextReadAfter(takenAt, { ...after, isUnsettled, holdExpiresAt: await holdEnd(tx, after) }),
  })
  return true
}

/** When the hold of a payment's order expires; null for an invoice. */
async function holdEnd(
  { orm }: Tx,
  { organizationId, orderId, invoiceId }: PaymentRow,
): Promise<string | null> {
  if (orderId === null || invoiceId !== null) return null
  const [order] = await orm
    .select({ holdExpiresAt: orders.holdExpiresAt })
    .from(orders)
    .where(and(eq(orders.organizationId, organizationId), eq(orders.id, orderId)))
  return order?.holdExpiresAt ?? null
}

/** Cancels a payment whose page never opened, or is unknown to the provider: it can't be paid. */
export async function cancelPayment(
  { orm }: Sql,
  { organizationId, id, checkoutId }: Pick<PaymentRow, 'organizationId' | 'id' | 'checkoutId'>,
  failureCode: string | null = null,
): Promise<void> {
  await orm
    .update(table)
    .set({ status: 'CANCELLED', failureCode, nextReadAt: null, updatedAt: changeTime })
    .where(
      and(
        eq(table.organizationId, organizationId),
        eq(table.id, id),
        inArray(table.status, ['PENDING', 'PROCESSING']),
        // Its page may have opened since.
        checkoutId === null ? isNull(table.checkoutId) : eq(table.checkoutId, checkoutId),
      ),
    )
}

async function isDue({ orm }: Tx, { organizationId, id }: PaymentRow): Promise<boolean> {
  const [row] = await orm
    .select({ due: sql<boolean | null>`${table.nextReadAt} <= clock_timestamp()` })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), eq(table.id, id)))
  return row?.due ?? false
}

async function hasPendingRefund({ orm }: Tx, { organizationId, id }: PaymentRow): Promise<boolean> {
  const isPending = and(
    eq(refunds.organizationId, organizationId),
    eq(refunds.paymentId, id),
    eq(refunds.status, 'PENDING'),
  )
  return (await orm.$count(refunds, isPending)) > 0
}
