import type { Sql, Transaction } from '@mediajobs/db'
import { isAway, orderForms, orders as table } from '@mediajobs/db/schema'
import {
  type EventName,
  hashSecret,
  isPublicId,
  MAX_TOLD_MANAGERS,
  ORDER_MEMBERS,
  type OrderStatus,
} from '@mediajobs/domain'
import type { ValuesOf } from '@mediajobs/domain/values'
import { publishEvent, type Tx } from '@mediajobs/outbox'
import { and, eq, inArray, isNotNull, not, sql as raw } from 'drizzle-orm'
import { insertOf } from '../mails.ts'
import { hasOrderToken } from '../payments/order-invoice.ts'
import { conflict, notFound, type OperationError } from '../shared/errors.ts'
import type { Page, PageRequest } from '../shared/paging.ts'
import { picked, record } from '../shared/record.ts'
import type { OrderFormRow } from './form.ts'

/** An order with the columns that only the service reads. */
export type OrderRow = typeof table.$inferSelect

/** An order as staff see it. */
export type Order = ValuesOf<typeof ORDER_MEMBERS>

export interface OrderFilters {
  /** Any of these. */
  id?: readonly string[]
  /** Any of these. */
  status?: readonly OrderStatus[]
  formId?: string
  projectId?: string
}

export const orders = record(table)

const SHOWN = Object.keys(ORDER_MEMBERS) as (keyof typeof ORDER_MEMBERS)[]

export function orderOf(row: OrderRow): Order {
  return picked(row, SHOWN)
}

/**
 * The organization's orders, newest first, without mere holds.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listOrders(
  sql: Sql,
  orgId: string,
  { id, status, formId, projectId, ...request }: OrderFilters & PageRequest,
): Promise<Page<Order>> {
  const list = { list: 'orders', id, status, formId, projectId }
  const where = and(
    isNotNull(table.placedAt),
    status && inArray(table.status, [...status]),
    formId === undefined ? undefined : eq(table.formId, formId),
    projectId === undefined ? undefined : eq(table.projectId, projectId),
  )
  const large = ['lineItems', 'answers'] as const
  const page = await orders.page(sql, orgId, request, { list, where, ids: id, large })
  return { ...page, data: page.data.map(orderOf) }
}

/** The order with the client's token. @throws {OperationError} `not_found`. */
export async function findOrder(sql: Sql, token: string): Promise<OrderRow> {
  const [order] = await sql.orm.select().from(table).where(hasOrderToken(token))
  if (!order) throw notFound().naming(token)
  return order
}

/** Locks a hold's order, on the form it was made with. @throws {OperationError} `not_found`. */
export async function lockHold(
  { orm }: Tx,
  publicId: string,
  holdToken: string,
): Promise<{ form: OrderFormRow; order: OrderRow }> {
  if (!isPublicId(publicId)) throw notFound()
  const [found] = await orm
    .select({ form: orderForms, order: table })
    .from(table)
    .innerJoin(
      orderForms,
      and(eq(orderForms.organizationId, table.organizationId), eq(orderForms.id, table.formId)),
    )
    .where(
      and(
        eq(table.holdTokenHash, hashSecret(holdToken)),
        eq(orderForms.publicId, publicId),
        not(raw.raw(isAway('orders.organization_id'))),
      ),
    )
    .for('no key update', { of: table })
  if (!found) throw notFound().at('holdToken').naming(holdToken)
  return found
}

/** Whether an order's hold is live, by the database's clock. */
export async function isHoldLive(
  { orm }: Transaction,
  { organizationId, id }: OrderRow,
): Promise<boolean> {
  const isLive = raw`${table.holdExpiresAt} > clock_timestamp()`
  return (await orm.$count(table, and(orders.is(organizationId, id), isLive))) > 0
}

export function holdExpired(): OperationError {
  return conflict('hold_expired', 'The time is no longer held: choose one again.')
}

export function publishOrder(tx: Tx, name: EventName & `ORDER_${string}`, row: OrderRow): void {
  const { updatedAt: occurredAt, id: orderId, projectId, invoiceId, customerId } = row
  publishEvent(tx, row.organizationId, name, {
    occurredAt,
    orderId,
    projectId,
    invoiceId,
    customerId,
    order: orderOf(row),
  })
}

// Raw SQL: a mail and its daily limit in one statement.
// Not to unsubscribed customers, even if the order isn't linked to them yet.
const TO_CLIENT = `select p.customer_email as recipient, p.customer_id, p.project_id, p.id as order_id
  from orders as p
  where p.organization_id = $1 and p.id = $2 and p.customer_email is not null and not exists (
    select from customers as c where c.organization_id = p.organization_id
      and lower(c.email) = lower(p.customer_email) and c.mail_opt_out)`

const TO_MANAGERS = `select u.email as recipient, m.user_id, p.project_id, p.id as order_id
  from orders as p
  join memberships as m on m.organization_id = p.organization_id and m.active
    and m.role in ('ADMIN', 'MANAGER')
  join users as u on u.id = m.user_id
  where p.organization_id = $1 and p.id = $2
  order by m.created_at, m.user_id limit ${MAX_TOLD_MANAGERS}`

const CLIENT_COLUMNS = ['customer_id', 'project_id', 'order_id']

const QUEUE = {
  ORDER_REQUESTED: insertOf('ORDER_REQUESTED', CLIENT_COLUMNS, TO_CLIENT),
  ORDER_CONFIRMED: insertOf('ORDER_CONFIRMED', CLIENT_COLUMNS, TO_CLIENT),
  ORDER_DECLINED: insertOf('ORDER_DECLINED', CLIENT_COLUMNS, TO_CLIENT),
  ORDER_CANCELLED: insertOf('ORDER_CANCELLED', CLIENT_COLUMNS, TO_CLIENT),
  NEW_ORDER: insertOf('NEW_ORDER', ['user_id', 'project_id', 'order_id'], TO_MANAGERS),
}

const CHANGED = insertOf(
  'ORDER_CHANGED',
  ['user_id', 'project_id', 'order_id', 'reschedule_id'],
  `select told.*, $3::uuid as reschedule_id from (${TO_MANAGERS}) as told`,
)

/**
 * Queues the mails to those who manage the organization about a booking that its client moved or canceled.
 *
 * @param rescheduleId the move; null for a cancellation
 */
export async function mailOrderChanged(
  tx: Tx,
  { organizationId, id }: OrderRow,
  rescheduleId: string | null,
): Promise<void> {
  if (tx.sendsMail) await tx.query(CHANGED, [organizationId, id, rescheduleId])
}

/** Queues a mail about an order if the service sends mail. docs/contract.md#c20-mail */
export async function mailOrder(
  tx: Tx,
  { organizationId, id }: OrderRow,
  kind: keyof typeof QUEUE,
): Promise<void> {
  if (tx.sendsMail) await tx.query(QUEUE[kind], [organizationId, id])
}
