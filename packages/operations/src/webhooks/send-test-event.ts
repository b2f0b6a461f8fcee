import { webhookDeliveries, webhookSubscriptions } from '@mediajobs/db/schema'
import { type Tx, writeTestEvent } from '@mediajobs/outbox'
import { and, eq, sql } from 'drizzle-orm'
import { notFound } from '../errors.ts'
import { inactiveSubscription, isSubscription } from './subscription.ts'
import { type WebhookDelivery, webhookDeliveryColumns } from './webhook-delivery.ts'

/**
 * Sends a test event to a subscription, whatever it lists: signed and posted like any other, but
 * with one attempt only.
 *
 * @throws {OperationError} `not_found`, or `conflict` for a subscription that is switched off.
 */
export async function sendTestEvent(tx: Tx, orgId: string, id: string): Promise<WebhookDelivery> {
  const [subscription] = await tx.orm
    .select({
      active: webhookSubscriptions.active,
      // Rounded as the columns are: `createdAt` of the delivery is this very instant.
      now: sql<string>`now()::timestamptz(3)`.mapWith(webhookSubscriptions.createdAt),
    })
    .from(webhookSubscriptions)
    .where(isSubscription(orgId, id))
    // Nobody switches it off, or deletes it, before its delivery is there to be cancelled.
    .for('share')
  if (!subscription) throw notFound()
  if (!subscription.active) throw inactiveSubscription()
  const deliveryId = await writeTestEvent(tx, orgId, id, {
    occurredAt: subscription.now,
    subscriptionId: id,
  })
  const [delivery] = await tx.orm
    .select(webhookDeliveryColumns)
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.organizationId, orgId), eq(webhookDeliveries.id, deliveryId)))
  if (!delivery) throw new Error('the webhook delivery of the test event is not there')
  return delivery
}
