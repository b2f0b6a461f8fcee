import type { Sql } from '@mediajobs/db'
import { webhookSubscriptions } from '@mediajobs/db/schema'
import { and, desc, eq, isNull, sql as raw } from 'drizzle-orm'
import { type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'
import { type Subscription, subscriptionColumns } from './subscription.ts'

/**
 * The organization's subscriptions, newest first.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listSubscriptions(
  sql: Sql,
  orgId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<Subscription>> {
  const list = { list: 'webhook-subscriptions' }
  const after = positionOf(cursor, list)
  const { organizationId, createdAt, id, deletedAt } = webhookSubscriptions
  const rows = await sql.orm
    .select(subscriptionColumns)
    .from(webhookSubscriptions)
    .where(
      and(
        eq(organizationId, orgId),
        isNull(deletedAt),
        after && raw`(${createdAt}, ${id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  return pageOf(rows, limit, list, (last) => ({ value: last.createdAt, id: last.id }))
}
