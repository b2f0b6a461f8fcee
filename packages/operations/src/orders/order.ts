import type { Sql, Transaction } from '@mediajobs/db'
import { isAway, orderForms, orders as table } from '@mediajobs/db/schema'
import { hashSecret, isPublicId, ORDER_MEMBERS, type OrderStatus } from '@mediajobs/domain'
import type { ValueOf } from '@mediajobs/domain/values'
import { publishEvent, type Tx } from '@mediajobs/outbox'
import { and, eq, inArray, isNotNull, not, sql as raw } from 'drizzle-orm'
import { hasOrderToken } from '../payments/order-invoice.ts'
import { conflict, notFound, type OperationError } from '../shared/errors.ts'
import type { Page, PageRequest } from '../shared/paging.ts'
import { picked, record } from '../shared/record.ts'
import type { OrderFormRow } from './form.ts'

/** With the columns that only the service reads. */
export type OrderRow = typeof table.$inferSelect

/** As staff see it. */
export type Order = { [Name in keyof typeof ORDER_MEMBERS]: ValueOf<(typeof ORDER_MEMBERS)[Name]> }

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

/** The order of the client's token. @throws {OperationError} `not_found`. */
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

export function publishOrder(
  tx: Tx,
  name: 'ORDER_REQUESTED' | 'ORDER_PLACED' | 'ORDER_DECLINED',
  row: OrderRow,
): void {
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
