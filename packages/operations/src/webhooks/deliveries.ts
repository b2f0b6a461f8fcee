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

export interface ListedWebhookDelivery extends WebhookDelivery {
  /** The subscription's current URL. */
  subscriptionUrl: string
}

/** The body sent to the receiver, except `timestamp`, which differs per attempt. */
export interface WebhookPayload {
  id: string
  event: WebhookDelivery['event']
  data: unknown
}

/** A POST and its response. */
export type WebhookAttempt = Omit<
  typeof webhookAttempts.$inferSelect,
  'organizationId' | 'deliveryId'
>

export interface WebhookDeliveryDetails extends WebhookDelivery {
  /** `null` once the event has left the log. */
  payload: WebhookPayload | null
  attemptLog: WebhookAttempt[]
}

/** @throws {OperationError} `not_found`, also if its subscription was deleted. */
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
 * Schedules one extra attempt for an ended webhook delivery of any status, with the same id and data.
 *
 * @throws {OperationError} `not_found`, also if its subscription was deleted; `conflict` while an attempt is due, or if
 *   the subscription is inactive.
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
      'An attempt is still due: it is made automatically, not before nextAttemptAt.',
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
 * Sends a test event to a subscription, whatever events it lists: signed and posted like any other, with one attempt.
 *
 * @throws {OperationError} `not_found`, or `conflict` for an inactive subscription.
 */
export async function sendTestEvent(tx: Tx, orgId: string, id: string): Promise<WebhookDelivery> {
  const [subscription] = await tx.orm
    .select({
      active: webhookSubscriptions.active,
      // Rounded like the columns, to equal `createdAt` of the delivery.
      now: sql<string>`now()::timestamptz(3)`.mapWith(webhookSubscriptions.createdAt),
    })
    .from(webhookSubscriptions)
    .where(isSubscription(orgId, id))
    // A concurrent deactivation or deletion waits, then cancels this delivery too.
    .for('share')
  if (!subscription) throw notFound()
  if (!subscription.active) throw inactiveSubscription()
  const deliveryId = await writeTestEvent(tx, orgId, id, {
    occurredAt: subscription.now,
    subscriptionId: id,
  })
  return (await findDelivery(tx, orgId, deliveryId)).delivery
}
