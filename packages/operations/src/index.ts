export type { Actor } from './actor.ts'
export { deliverProject } from './client-deliveries/deliver-project.ts'
export type { ClientDelivery, HandOver, HandOverInput } from './client-deliveries/hand-over.ts'
export { revokeClientDelivery } from './client-deliveries/revoke-client-delivery.ts'
export {
  type Admission,
  type Admitter,
  createAdmitter,
  touchApiKey,
} from './credentials/admit.ts'
export { createCustomer } from './customers/create-customer.ts'
export type { Customer, CustomerInput } from './customers/customer.ts'
export { deleteCustomer } from './customers/delete-customer.ts'
export { getCustomer } from './customers/get-customer.ts'
export { type CustomerFilters, listCustomers } from './customers/list-customers.ts'
export { updateCustomer } from './customers/update-customer.ts'
export { OperationError, type Refusal } from './errors.ts'
export type { Page, PageRequest } from './paging.ts'
export { changeStatus } from './projects/change-status.ts'
export { createProject } from './projects/create-project.ts'
export { getProject } from './projects/get-project.ts'
export { listProjects, PROJECT_SORTS, type ProjectFilters } from './projects/list-projects.ts'
export { listStatusChanges, type StatusChange } from './projects/list-status-changes.ts'
export type { ExpectedVersions, Project, ProjectInput } from './projects/project.ts'
export { countByStatus, type StatusCounts } from './projects/status-counts.ts'
export { updateProject } from './projects/update-project.ts'
export {
  createSubscription,
  type NewSubscription,
} from './webhooks/create-subscription.ts'
export { deleteSubscription } from './webhooks/delete-subscription.ts'
export { getSubscription } from './webhooks/get-subscription.ts'
export {
  getWebhookDelivery,
  type WebhookAttempt,
  type WebhookDeliveryDetails,
  type WebhookPayload,
} from './webhooks/get-webhook-delivery.ts'
export { listSubscriptions } from './webhooks/list-subscriptions.ts'
export {
  listWebhookDeliveries,
  type WebhookDeliveryFilters,
} from './webhooks/list-webhook-deliveries.ts'
export { MAX_RECEIVER_URL_LENGTH, type ReceiverPolicy } from './webhooks/receiver-url.ts'
export { sendTestEvent } from './webhooks/send-test-event.ts'
export { signingSecretRow } from './webhooks/signing-secret.ts'
export type { Subscribing, Subscription, SubscriptionInput } from './webhooks/subscription.ts'
export { updateSubscription } from './webhooks/update-subscription.ts'
export type { WebhookDelivery } from './webhooks/webhook-delivery.ts'
