export {
  createSubscription,
  deleteSubscription,
  disableSubscription,
  type NewSubscription,
  rotateSecret,
  updateSubscription,
} from './change-subscription.ts'
export {
  getWebhookDelivery,
  type ListedWebhookDelivery,
  retryDelivery,
  sendTestEvent,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
  type WebhookPayload,
} from './deliveries.ts'
export {
  type DeliveryFilters,
  listAllDeliveries,
  listWebhookDeliveries,
  RESPONSE_STATUS,
} from './list-deliveries.ts'
export { MASKED, type OwnHeaders, openedHeaders } from './own-headers.ts'
export { blockedPortsOf, type ReceiverPolicy } from './receiver-url.ts'
export {
  type Recovery,
  type Requeued,
  recoverDeliveries,
  requeueFailed,
} from './recover-deliveries.ts'
export {
  getSubscription,
  getSubscriptionStats,
  type HourOfAttempts,
  listSubscriptions,
  type Subscribing,
  type Subscription,
  type SubscriptionInput,
  type SubscriptionStats,
} from './subscriptions.ts'
