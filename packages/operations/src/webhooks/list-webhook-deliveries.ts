import type { Sql } from '@mediajobs/db'
import { webhookDeliveries } from '@mediajobs/db/schema'
import type { WebhookDeliveryStatus } from '@mediajobs/domain'
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { type Page, type PageRequest, pageOf, positionOf } from '../paging.ts'
import { getSubscription } from './get-subscription.ts'
import { type WebhookDelivery, webhookDeliveryColumns } from './webhook-delivery.ts'

export interface WebhookDeliveryFilters {
  /** Any of these. */
  status?: WebhookDeliveryStatus[]
}

/**
 * The webhook deliveries of a subscription, newest first. They are in the order of their ids, which the
 * database makes from its clock.
 *
 * @throws {OperationError} `not_found`, or `invalid` for a cursor of another list.
 */
export async function listWebhookDeliveries(
  sql: Sql,
  orgId: string,
  subscriptionId: string,
  { status, limit, cursor }: WebhookDeliveryFilters & PageRequest,
): Promise<Page<WebhookDelivery>> {
  const list = { list: 'webhook-deliveries', subscriptionId, status: status?.toSorted() }
  const after = positionOf(cursor, list)
  await getSubscription(sql, orgId, subscriptionId)
  const rows = await sql.orm
    .select(webhookDeliveryColumns)
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.organizationId, orgId),
        eq(webhookDeliveries.subscriptionId, subscriptionId),
        status && inArray(webhookDeliveries.status, status),
        after && lt(webhookDeliveries.id, after.id),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit + 1)
  return pageOf(rows, limit, list, (last) => ({ value: last.createdAt, id: last.id }))
}
