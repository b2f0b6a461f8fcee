import type { EventName, TEST_EVENT, WebhookDeliveryStatus } from '@mediajobs/domain'

/** The list has the webhook deliveries that match all the given filters. */
export interface DeliveryFilters {
  subscriptionId?: string
  /** Any of these. */
  event?: readonly (EventName | typeof TEST_EVENT)[]
  eventId?: string
  /** Of events of this project that the log still has. */
  projectId?: string
  /** Any of these. */
  status?: readonly WebhookDeliveryStatus[]
  /** The last response: any of these codes (`503`) and classes (`5xx`). */
  responseStatus?: readonly string[]
  /** Created at this time or later. */
  since?: string
  /** Created at this time or earlier. */
  until?: string
  /** The last attempt began at this time or later. */
  lastAttemptSince?: string
  /** The last attempt began at this time or earlier. */
  lastAttemptUntil?: string
}
