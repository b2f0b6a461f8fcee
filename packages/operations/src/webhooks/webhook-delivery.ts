import { webhookDeliveries } from '@mediajobs/db/schema'

/** The columns of the record, without those that only the dispatcher uses. */
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

/** A webhook delivery in a list over all subscriptions. */
export interface ListedWebhookDelivery extends WebhookDelivery {
  /** The URL that its subscription has now. */
  subscriptionUrl: string
}
