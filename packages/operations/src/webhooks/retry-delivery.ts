import { webhookDeliveries, webhookSubscriptions } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { conflict, notFound } from '../shared/errors.ts'
import { reviveDeliveries } from './revive-deliveries.ts'
import { inactiveSubscription, isSubscription } from './subscription.ts'
import { type WebhookDelivery, webhookDeliveryColumns } from './webhook-delivery.ts'

/**
 * Makes one extra attempt for a webhook delivery that has ended with any status. It has the same id and data,
 * and no other attempt follows.
 *
 * @throws {OperationError} `not_found`, also when its subscription is deleted; `conflict` while an
 *   attempt is still due, or when the subscription is switched off.
 */
export async function retryDelivery(tx: Tx, orgId: string, id: string): Promise<WebhookDelivery> {
  const { delivery, active } = await findDelivery(tx, orgId, id)
  if (!active) throw inactiveSubscription()
  const isDue = delivery.status === 'PENDING' || delivery.status === 'RETRYING'
  const revived = isDue
    ? []
    : await reviveDeliveries(tx, orgId, delivery.subscriptionId, [delivery])
  if (revived.length === 0) {
    throw conflict(
      'delivery_still_due',
      'An attempt is still due: it is made automatically, at nextAttemptAt at the earliest.',
    )
  }
  return (await findDelivery(tx, orgId, id)).delivery
}

async function findDelivery(tx: Tx, orgId: string, id: string) {
  const [found] = await tx.orm
    .select({ delivery: webhookDeliveryColumns, active: webhookSubscriptions.active })
    .from(webhookDeliveries)
    .innerJoin(webhookSubscriptions, isSubscription(orgId, webhookDeliveries.subscriptionId))
    .where(and(eq(webhookDeliveries.organizationId, orgId), eq(webhookDeliveries.id, id)))
  if (!found) throw notFound()
  return found
}
