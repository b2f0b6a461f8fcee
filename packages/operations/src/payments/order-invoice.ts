import type { Sql } from '@mediajobs/db'
import { invoices, isAway, orders as table } from '@mediajobs/db/schema'
import { hashSecret } from '@mediajobs/domain'
import { and, eq, not, sql as raw } from 'drizzle-orm'
import { isOwed } from '../client-deliveries/lock.ts'

type OrderRow = typeof table.$inferSelect

/** SQL condition: the order of the client's `token`, of an organization served by this cell. */
export function hasOrderToken(token: string) {
  return and(eq(table.tokenHash, hashSecret(token)), not(raw.raw(isAway('orders.organization_id'))))
}

/** The invoice that the order's token pays: its own, or a fee of its project. */
export async function invoiceOfOrder(
  { orm }: Sql,
  token: string,
): Promise<{ organizationId: string; invoiceId: string } | undefined> {
  const { organizationId, invoiceId, projectId } = table
  const [found] = await orm
    .select({ organizationId, invoiceId, projectId })
    .from(table)
    .where(hasOrderToken(token))
  if (!found || found.invoiceId === null) return undefined
  const owed = await owedBy({ orm }, found)
  return { organizationId: found.organizationId, invoiceId: owed ?? found.invoiceId }
}

/** The invoice of an order that has something left to pay: its own first, then the fees of its project. */
export async function owedBy(
  { orm }: Pick<Sql, 'orm'>,
  {
    organizationId,
    invoiceId,
    projectId,
  }: Pick<OrderRow, 'organizationId' | 'invoiceId' | 'projectId'>,
): Promise<string | undefined> {
  if (projectId === null) return undefined
  const [owed] = await orm
    .select({ id: invoices.id })
    .from(invoices)
    .where(isOwed({ organizationId, id: projectId }))
    .orderBy(raw`${invoices.id} <> ${invoiceId}`, invoices.sentAt, invoices.id)
    .limit(1)
  return owed?.id
}
