import type { Sql } from '@mediajobs/db'
import {
  events,
  webhookAttempts,
  webhookDeliveries,
  webhookSubscriptions,
} from '@mediajobs/db/schema'
import { and, asc, eq } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'
import { isSubscription } from './subscription.ts'
import { type WebhookDelivery, webhookDeliveryColumns } from './webhook-delivery.ts'

/** The body that the receiver gets, without `timestamp`: each attempt has its own. */
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

function attemptsOf(sql: Sql, orgId: string, deliveryId: string): Promise<WebhookAttempt[]> {
  const { attempt, startedAt, durationMs, responseStatus, error, responseBody } = webhookAttempts
  return sql.orm
    .select({ attempt, startedAt, durationMs, responseStatus, error, responseBody })
    .from(webhookAttempts)
    .where(
      and(eq(webhookAttempts.organizationId, orgId), eq(webhookAttempts.deliveryId, deliveryId)),
    )
    .orderBy(asc(attempt))
}
