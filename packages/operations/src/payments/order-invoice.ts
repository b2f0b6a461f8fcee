import type { Sql } from '@mediajobs/db'
import { invoices, isAway, orders as table } from '@mediajobs/db/schema'
import { hashSecret } from '@mediajobs/domain'
import { and, eq, not, sql as raw } from 'drizzle-orm'
import { balance, isOwed } from '../client-deliveries/lock.ts'

type OrderRow = typeof table.$inferSelect

/** SQL condition: the order of the client's `token`, of an organization served by this cell. */
export function hasOrderToken(token: string) {
  return and(eq(table.tokenHash, hashSecret(token)), not(raw.raw(isAway('orders.organization_id'))))
}

/** The invoice that an order's token pays, and the order. */
export interface OrderInvoice {
  organizationId: string
  invoiceId: string
  order: Pick<OrderRow, 'invoiceId' | 'customerId' | 'customerName' | 'language'>
}

/** The invoice that the order's token pays: its own, or a fee of its project. */
export async function invoiceOfOrder(
  { orm }: Sql,
  token: string,
): Promise<OrderInvoice | undefined> {
  const [order] = await orm.select().from(table).where(hasOrderToken(token))
  if (!order || order.invoiceId === null) return undefined
  const owed = await owedBy({ orm }, order)
  return { organizationId: order.organizationId, invoiceId: owed?.id ?? order.invoiceId, order }
}

/** An invoice with a balance due, in the currency's minor unit. */
export interface OwedInvoice {
  id: string
  balanceAmount: number
  currency: string
}

/** An order's invoice with a balance due: its own first, then the fees of its project. */
export async function owedBy(
  { orm }: Pick<Sql, 'orm'>,
  {
    organizationId,
    invoiceId,
    projectId,
  }: Pick<OrderRow, 'organizationId' | 'invoiceId' | 'projectId'>,
): Promise<OwedInvoice | undefined> {
  if (projectId === null) return undefined
  const { id, currency, sentAt } = invoices
  const [owed] = await orm
    .select({ id, currency, balanceAmount: balance.mapWith(Number) })
    .from(invoices)
    .where(isOwed({ organizationId, id: projectId }))
    .orderBy(raw`${id} <> ${invoiceId}`, sentAt, id)
    .limit(1)
  return owed
}
