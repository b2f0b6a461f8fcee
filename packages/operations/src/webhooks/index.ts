export { createSubscription, type NewSubscription } from './create-subscription.ts'
export { deleteSubscription } from './delete-subscription.ts'
export type { DeliveryFilters } from './delivery-filters.ts'
export { disableSubscription } from './disable-subscription.ts'
export { getSubscription } from './get-subscription.ts'
export {
  getWebhookDelivery,
  type WebhookAttempt,
  type WebhookDeliveryDetails,
  type WebhookPayload,
} from './get-webhook-delivery.ts'
export { listSubscriptions } from './list-subscriptions.ts'
export { listAllDeliveries, listWebhookDeliveries } from './list-webhook-deliveries.ts'
export { MASKED, type OwnHeaders, openedHeaders, ownHeadersRow } from './own-headers.ts'
export { isPortBlocked, type ReceiverPolicy } from './receiver-url.ts'
export { type Recovery, recoverDeliveries } from './recover-deliveries.ts'
export { type Requeued, requeueFailed } from './requeue-failed.ts'
export { RESPONSE_STATUS } from './response-status.ts'
export { retryDelivery } from './retry-delivery.ts'
export { rotateSecret } from './rotate-secret.ts'
export { sendTestEvent } from './send-test-event.ts'
export { signingSecretRow } from './signing-secret.ts'
export type { Subscribing, Subscription, SubscriptionInput } from './subscription.ts'
export {
  getSubscriptionStats,
  type HourOfAttempts,
  type SubscriptionStats,
} from './subscription-stats.ts'
export { updateSubscription } from './update-subscription.ts'
export type { ListedWebhookDelivery, WebhookDelivery } from './webhook-delivery.ts'
