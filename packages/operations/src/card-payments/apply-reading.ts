import type { Sql } from '@mediajobs/db'
import { changeTime, orders, refunds, payments as table } from '@mediajobs/db/schema'
import { type PaymentStatus, READ_AFTER_MINUTES, READ_SETTLED_AFTER_DAYS } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import type { ProviderPayment } from '@mediajobs/payments'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { lockPayment, type PaymentRow, payments } from '../payments/payments.ts'
import { applyProviderPayment } from './apply-payment.ts'
import type { TakenPayment } from './take-payments.ts'

/**
 * Applies a reading to a taken payment. Amounts are absolute, so a repeated or late reading is a no-op. Locks the
 * payment, then its invoice. docs/contract.md#c18-hint
 *
 * @returns false if the payment was taken again meanwhile: a newer reading follows
 * @throws {ForeignReading}
 */
export async function applyReading(
  tx: Tx,
  { organizationId, id, reads, takenAt }: TakenPayment,
  reading: ProviderPayment,
): Promise<boolean> {
  const before = await lockPayment(tx, organizationId, id)
  if (before.reads !== reads) return false
  await applyProviderPayment(tx, organizationId, id, reading)
  const after = await payments.get(tx, organizationId, id)
  // True after an event during this reading, which may have missed it, or with a refund left to request.
  const isDueAgain = await isDue(tx, after)
  const isUnsettled = after.disputedAmount > 0 || (await hasPendingRefund(tx, after))
  await payments.set(tx, organizationId, id, {
    nextReadAt: isDueAgain
      ? after.nextReadAt
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

/** Cancels an open payment without reading it: its page never opened, or the provider no longer lets us read it. */
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
        // The payment's page may have opened meanwhile.
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

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
// The provider expires sessions a few seconds late.
const AFTER_END_MS = 30_000
const AFTER_HOLD_MS = 1_000
// For a bank debit, a pending refund or an open dispute.
const PATIENT_MS = 6 * HOUR_MS

/** Input for scheduling the next read. Instants in ISO 8601. */
interface ReadState {
  status: PaymentStatus
  createdAt: string
  succeededAt: string | null
  checkoutExpiresAt: string | null
  /** When the order's hold ends and its page is closed; null for an invoice. */
  holdExpiresAt: string | null
  /** A refund is pending or a dispute is open. */
  isUnsettled: boolean
}

/** When to poll a payment next; null if never. docs/contract.md#c18-poll */
function nextReadAfter(now: string, payment: ReadState): string | null {
  const nowMs = Date.parse(now)
  const nextMs = Math.min(...momentsMs(payment, nowMs).filter((ms) => ms > nowMs))
  return Number.isFinite(nextMs) ? new Date(nextMs).toISOString() : null
}

function momentsMs(payment: ReadState, nowMs: number): number[] {
  const { status, createdAt, succeededAt, checkoutExpiresAt, holdExpiresAt, isUnsettled } = payment
  const unsettled = isUnsettled ? [nowMs + PATIENT_MS] : []
  switch (status) {
    case 'PENDING':
    case 'PROCESSING': {
      const begunMs = Date.parse(createdAt)
      const planned = READ_AFTER_MINUTES.map((minutes) => begunMs + minutes * MINUTE_MS)
      if (checkoutExpiresAt) planned.push(Date.parse(checkoutExpiresAt) + AFTER_END_MS)
      if (status === 'PENDING' && holdExpiresAt)
        planned.push(Date.parse(holdExpiresAt) + AFTER_HOLD_MS)
      const isLate = planned.every((ms) => ms <= nowMs)
      return isLate ? [nowMs + (status === 'PENDING' ? HOUR_MS : PATIENT_MS)] : planned
    }
    case 'SUCCEEDED': {
      const settledMs = Date.parse(succeededAt ?? createdAt)
      return [...unsettled, ...READ_SETTLED_AFTER_DAYS.map((days) => settledMs + days * DAY_MS)]
    }
    default:
      return unsettled
  }
}
