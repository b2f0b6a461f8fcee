import { webhookDeliveries, webhookSubscriptions } from '@mediajobs/db/schema'
import { type Tx, writeTestEvent } from '@mediajobs/outbox'
import { and, eq, sql } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'
import { inactiveSubscription, isSubscription } from './subscription.ts'
import { type WebhookDelivery, webhookDeliveryColumns } from './webhook-delivery.ts'

/**
 * Sends a test event to a subscription with any list of events. It is signed and posted like every other
 * event, but has only one attempt.
 *
 * @throws {OperationError} `not_found`, or `conflict` for a subscription that is switched off.
 */
export async function sendTestEvent(tx: Tx, orgId: string, id: string): Promise<WebhookDelivery> {
  const [subscription] = await tx.orm
    .select({
      active: webhookSubscriptions.active,
      // Rounded like the columns, so that it is equal to `createdAt` of the delivery.
      now: sql<string>`now()::timestamptz(3)`.mapWith(webhookSubscriptions.createdAt),
    })
    .from(webhookSubscriptions)
    .where(isSubscription(orgId, id))
    // A transaction that switches it off or deletes it waits, and then cancels this delivery too.
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
  if (!delivery) throw new Error('the webhook delivery of the test event does not exist')
  return delivery
}
