import { webhookDeliveries } from '@mediajobs/db/schema'

/** The columns that are the record; what the dispatcher keeps for itself is not among them. */
export const webhookDeliveryColumns = {
  id: webhookDeliveries.id,
  organizationId: webhookDeliveries.organizationId,
  subscriptionId: webhookDeliveries.subscriptionId,
  event: webhookDeliveries.event,
  eventId: webhookDeliveries.eventId,
  status: webhookDeliveries.status,
  attempts: webhookDeliveries.attempts,
  nextAttemptAt: webhookDeliveries.nextAttemptAt,
  lastAttemptAt: webhookDeliveries.lastAttemptAt,
  responseStatus: webhookDeliveries.responseStatus,
  error: webhookDeliveries.error,
  createdAt: webhookDeliveries.createdAt,
  finishedAt: webhookDeliveries.finishedAt,
}

export type WebhookDelivery = Pick<
  typeof webhookDeliveries.$inferSelect,
  keyof typeof webhookDeliveryColumns
>
