import type { Sql } from '@mediajobs/db'
import { invoices, isAway, orders as table } from '@mediajobs/db/schema'
import { hashSecret } from '@mediajobs/domain'
import { and, eq, not, sql as raw } from 'drizzle-orm'
import { balance, isOwed } from '../client-deliveries/lock.ts'

type OrderRow = typeof table.$inferSelect

/** SQL condition: the order with the client's `token`, of an organization served by this cell. */
export function hasOrderToken(token: string) {
  return and(eq(table.tokenHash, hashSecret(token)), not(raw.raw(isAway('orders.organization_id'))))
}

/** The invoice that an order's token pays, and the order. */
export interface OrderInvoice {
  organizationId: string
  invoiceId: string
  order: Pick<OrderRow, 'invoiceId' | 'customerId' | 'customerName' | 'language'>
}

/** The invoice that an order's token pays: one with a balance as in {@link owedByOrder}, or else the order's own. */
export async function invoiceOfOrder(
  { orm }: Sql,
  token: string,
): Promise<OrderInvoice | undefined> {
  const owed = owedByOrder({ orm })
  const [found] = await orm
    .select({ order: table, owedId: owed.id })
    .from(table)
    .leftJoinLateral(owed, raw`true`)
    .where(hasOrderToken(token))
  if (!found) return undefined
  const { order, owedId } = found
  const { organizationId, invoiceId } = order
  if (invoiceId === null) return undefined
  return { organizationId, invoiceId: owedId ?? invoiceId, order }
}

/** Lateral subquery: an order's invoice with a balance due, its own first, then the fees of its project. */
export function owedByOrder({ orm }: Pick<Sql, 'orm'>) {
  const { id, currency, sentAt } = invoices
  return orm
    .select({
      id,
      currency,
      balanceAmount: balance.mapWith(Number).as('owed_amount'),
      otherAmount: raw`sum(${balance}) over (partition by ${currency}) - ${balance}`
        .mapWith(Number)
        .as('other_amount'),
    })
    .from(invoices)
    .where(isOwed({ organizationId: table.organizationId, id: table.projectId }))
    .orderBy(raw`${id} <> ${table.invoiceId}`, sentAt, id)
    .limit(1)
    .as('owed')
}
