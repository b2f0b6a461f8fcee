import type { Sql } from '@mediajobs/db'
import { changeTime, isResting, payments as paymentsTable } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import type { PaymentRow } from '../payments/payments.ts'
import { leftOf, refundPayment } from '../payments/refund-payment.ts'
import type { Actor } from '../shared/actor.ts'
import { conflict, notFound } from '../shared/errors.ts'
import { confirmOrder } from './confirm-order.ts'
import { getOrderForm } from './form.ts'
import { mailOrder, type Order, type OrderRow, orderOf, orders, publishOrder } from './order.ts'

/**
 * Confirms a REQUESTED order and publishes ORDER_PLACED. A no-op if it is CONFIRMED.
 *
 * @throws {OperationError} `not_found`, `conflict` (`order_decided`) for any other status.
 */
export async function confirmRequest(tx: Tx, actor: Actor, id: string): Promise<Order> {
  const { order } = await lockRequest(tx, actor, id)
  if (order.status === 'CONFIRMED') return orderOf(order)
  refuseUnlessRequested(order)
  const form = await getOrderForm(tx, order.organizationId, order.formId)
  return orderOf((await confirmOrder(tx, order, { form, actor })).order)
}

/**
 * Declines a REQUESTED order, refunds it in full, and publishes ORDER_DECLINED. A no-op if it is DECLINED.
 *
 * @throws {OperationError} `not_found`, `conflict` (`order_decided`) for any other status.
 */
export async function declineRequest(
  tx: Tx,
  actor: Actor,
  id: string,
  { reason = null }: { reason?: string | null },
): Promise<Order> {
  const { order, received } = await lockRequest(tx, actor, id)
  if (order.status === 'DECLINED') return orderOf(order)
  refuseUnlessRequested(order)
  for (const payment of received) {
    if (leftOf(payment) > 0) await refundPayment(tx, actor, payment.id, { reason })
  }
  const declined = await orders.set(tx, order.organizationId, id, {
    status: 'DECLINED',
    reason,
    endedAt: changeTime,
    updatedAt: changeTime,
  })
  await mailOrder(tx, declined, 'ORDER_DECLINED')
  publishOrder(tx, 'ORDER_DECLINED', declined)
  return orderOf(declined)
}

/** Locks an order's payments, then the order: the lock order of a succeeding payment. */
async function lockRequest(
  tx: Tx,
  { organizationId }: Actor,
  id: string,
): Promise<{ order: OrderRow; received: PaymentRow[] }> {
  const received = await tx.orm
    .select()
    .from(paymentsTable)
    .where(and(eq(paymentsTable.organizationId, organizationId), eq(paymentsTable.orderId, id)))
    .orderBy(paymentsTable.id)
    .for('no key update')
  const order = await orders.lock(tx, organizationId, id)
  if (order.placedAt === null) throw notFound()
  return { order, received }
}

function refuseUnlessRequested({ status }: OrderRow): void {
  if (status === 'REQUESTED') return
  throw conflict('order_decided', `The order is ${status}: there is nothing to decide.`)
}

const BATCH = 200

// Raw SQL: `skip locked`, and the database's clock. Skips orders with an open payment page, which the payment's reading
// closes, or with a payment that a bank is processing.
const EXPIRE = `
  with over as (
    select organization_id, id from orders
    where status in ('HELD', 'PAYMENT_DUE') and hold_expires_at <= now()
      and not exists (select from payments as payment
        where payment.organization_id = orders.organization_id and payment.order_id = orders.id
          and payment.status in ('PENDING', 'PROCESSING'))
      and not ${isResting('orders.organization_id')}
    order by hold_expires_at limit ${BATCH}
    for update skip locked
  )
  update orders set status = 'EXPIRED', network_hash = null,
    ended_at = clock_timestamp(), updated_at = clock_timestamp()
  from over where orders.organization_id = over.organization_id and orders.id = over.id
  returning 1`

/**
 * Ends expired holds and unpaid orders. Their slots were already free: an expired hold isn't live.
 * docs/contract.md#c20-expiry
 *
 * @returns whether there may be more
 */
export async function expireOrders(sql: Sql): Promise<boolean> {
  return (await sql.query(EXPIRE)).length === BATCH
}
