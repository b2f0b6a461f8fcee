import type { Sql } from '@mediajobs/db'
import {
  events,
  webhookAttempts,
  webhookDeliveries,
  webhookSubscriptions,
} from '@mediajobs/db/schema'
import { type Tx, writeTestEvent } from '@mediajobs/outbox'
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { conflict, notFound } from '../shared/errors.ts'
import { reviveDeliveries } from './recover-deliveries.ts'
import { inactiveSubscription, isSubscription } from './subscriptions.ts'

// `byHand` is for the dispatcher only.
const { byHand, ...webhookDeliveryColumns } = getTableColumns(webhookDeliveries)

export type WebhookDelivery = Omit<typeof webhookDeliveries.$inferSelect, 'byHand'>

/** A webhook delivery in a list over all subscriptions. */
export interface ListedWebhookDelivery extends WebhookDelivery {
  /** The URL that its subscription has now. */
  subscriptionUrl: string
}

/** The receiver's body without `timestamp`, which differs by attempt. */
export interface WebhookPayload {
  id: string
  event: WebhookDelivery['event']
  /** As `publishEvent` wrote it. */
  data: unknown
}

/** One POST and its response. */
export type WebhookAttempt = Omit<
  typeof webhookAttempts.$inferSelect,
  'organizationId' | 'deliveryId'
>

export interface WebhookDeliveryDetails extends WebhookDelivery {
  /** `null` when the log does not keep the event any more. */
  payload: WebhookPayload | null
  /** The attempts in their order. */
  attemptLog: WebhookAttempt[]
}

/** @throws {OperationError} `not_found`, also when its subscription is deleted. */
export async function getWebhookDelivery(
  sql: Sql,
  orgId: string,
  id: string,
): Promise<WebhookDeliveryDetails> {
  const [found] = await sql.orm
    .select({ delivery: webhookDeliveryColumns, data: events.data })
    .from(webhookDeliveries)
    .innerJoin(webhookSubscriptions, isSubscription(orgId, webhookDeliveries.subscriptionId))
    .leftJoin(
      events,
      and(eq(events.organizationId, orgId), eq(events.id, webhookDeliveries.eventId)),
    )
    .where(and(eq(webhookDeliveries.organizationId, orgId), eq(webhookDeliveries.id, id)))
  if (!found) throw notFound()
  const { delivery, data } = found
  const payload = data ? { id, event: delivery.event, data } : null
  return { ...delivery, payload, attemptLog: await attemptsOf(sql, orgId, id) }
}

function attemptsOf(sql: Sql, orgId: string, id: string): Promise<WebhookAttempt[]> {
  const { organizationId, deliveryId, ...columns } = getTableColumns(webhookAttempts)
  return sql.orm
    .select(columns)
    .from(webhookAttempts)
    .where(and(eq(organizationId, orgId), eq(deliveryId, id)))
    .orderBy(asc(columns.attempt))
}

/**
 * Makes one extra attempt for a webhook delivery that has ended with any status, with the same id and data. No
 * other attempt follows.
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

/**
 * Sends a test event to a subscription, whatever its list of events. It is signed and posted like every other
 * event, with only one attempt.
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
  return (await findDelivery(tx, orgId, deliveryId)).delivery
}
