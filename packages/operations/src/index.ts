export type { Actor } from './actor.ts'
export type { ApiKey } from './api-keys/api-key.ts'
export { createApiKey, type NewApiKey } from './api-keys/create-api-key.ts'
export { type Credential, describeCredential } from './api-keys/describe-credential.ts'
export { listApiKeys } from './api-keys/list-api-keys.ts'
export { revokeApiKey } from './api-keys/revoke-api-key.ts'
export { acceptImport } from './bulk-imports/accept-import.ts'
export type { BulkImport, BulkImportRef, CheckedRow } from './bulk-imports/bulk-import.ts'
export { getImport } from './bulk-imports/get-import.ts'
export { type BulkImportRowFilters, listImportRows } from './bulk-imports/list-import-rows.ts'
export { listImports } from './bulk-imports/list-imports.ts'
export { findRunnableImports, runImport } from './bulk-imports/run-import.ts'
export type { RowFault } from './bulk-imports/run-row.ts'
export { archiveDiscount } from './catalogue/archive-discount.ts'
export { archiveOffer } from './catalogue/archive-offer.ts'
export { createDiscount } from './catalogue/create-discount.ts'
export { createOffer } from './catalogue/create-offer.ts'
export type { Discount, DiscountInput } from './catalogue/discount.ts'
export { getDiscount } from './catalogue/get-discount.ts'
export { getOffer } from './catalogue/get-offer.ts'
export { listDiscounts } from './catalogue/list-discounts.ts'
export { type CatalogueFilters, listOffers } from './catalogue/list-offers.ts'
export type { Offer, OfferInput, OfferKind } from './catalogue/offer.ts'
export { updateDiscount } from './catalogue/update-discount.ts'
export { updateOffer } from './catalogue/update-offer.ts'
export { admitClient } from './client-deliveries/address-limit.ts'
export { approveByToken, approveForClient } from './client-deliveries/approve-delivery.ts'
export { deliverProject } from './client-deliveries/deliver-project.ts'
export {
  type ClientDeliveryView,
  type DeliveredMedia,
  getClientDelivery,
} from './client-deliveries/get-client-delivery.ts'
export {
  getProjectDelivery,
  type ProjectDelivery,
} from './client-deliveries/get-project-delivery.ts'
export type { ClientDelivery, HandOver, HandOverInput } from './client-deliveries/hand-over.ts'
export {
  requestRevisionByToken,
  requestRevisionForClient,
} from './client-deliveries/request-revision.ts'
export { revokeClientDelivery } from './client-deliveries/revoke-client-delivery.ts'
export {
  type Admission,
  type Admitter,
  createAdmitter,
} from './credentials/admit.ts'
export { networkOf } from './credentials/network-of.ts'
export { isCurrencyInUse } from './currencies.ts'
export { createCustomer } from './customers/create-customer.ts'
export type { Customer, CustomerInput } from './customers/customer.ts'
export { deleteCustomer } from './customers/delete-customer.ts'
export { getCustomer } from './customers/get-customer.ts'
export { type CustomerFilters, listCustomers } from './customers/list-customers.ts'
export { updateCustomer } from './customers/update-customer.ts'
export { OperationError, type Refusal, tooMany } from './errors.ts'
export type { LoggedEvent } from './events/event.ts'
export { getEvent } from './events/get-event.ts'
export { type EventFilters, listEvents } from './events/list-events.ts'
export { findStoredResponse } from './idempotency/find-stored-response.ts'
export { lockKey } from './idempotency/lock-key.ts'
export { storeResponse } from './idempotency/store-response.ts'
export type { IdempotencyKey, StoredResponse } from './idempotency/stored-response.ts'
export { createInvoice } from './invoices/create-invoice.ts'
export { draftProjectInvoice } from './invoices/draft-project-invoice.ts'
export { getInvoice } from './invoices/get-invoice.ts'
export type { Invoice, InvoiceInput } from './invoices/invoice.ts'
export { type InvoiceFilters, listInvoices } from './invoices/list-invoices.ts'
export { type Payment, payInvoice } from './invoices/pay-invoice.ts'
export { sendInvoice } from './invoices/send-invoice.ts'
export { updateInvoice } from './invoices/update-invoice.ts'
export { voidInvoice } from './invoices/void-invoice.ts'
export { type Confirmation, type Confirmed, confirmUploads } from './media/confirm-uploads.ts'
export { deleteMedia } from './media/delete-media.ts'
export type { UploadedFile } from './media/find-uploads.ts'
export { getMedia } from './media/get-media.ts'
export { listMedia } from './media/list-media.ts'
export type { Media } from './media/media.ts'
export { removeObjects } from './media/object-removals.ts'
export { presignAgain } from './media/presign-again.ts'
export {
  type FileToUpload,
  type PresignedUpload,
  presignUploads,
} from './media/presign-uploads.ts'
export { renameMedia } from './media/rename-media.ts'
export { reorderMedia } from './media/reorder-media.ts'
export { SWEEP_AFTER_SECONDS } from './media/upload.ts'
export {
  createInvitedOrganization,
  createOrganization,
  type NewOrganization,
  type NewOrganizationInput,
} from './organizations/create-organization.ts'
export { type Erasure, eraseOrganization } from './organizations/erase-organization.ts'
export { type ExportSink, exportOrganization } from './organizations/export-organization.ts'
export {
  EXPORTED_TABLES,
  type ExportedProjectField,
  LEFT_OUT,
} from './organizations/exported-tables.ts'
export {
  describeOrganization,
  listOrganizations,
  type OrganizationDetails,
  type OrganizationSummary,
} from './organizations/list-organizations.ts'
export { revokeKeys } from './organizations/revoke-keys.ts'
export { type ChangedMembership, setUserActive } from './organizations/set-user-active.ts'
export { TENANT_TABLES } from './organizations/tenant-tables.ts'
export type { Page, PageRequest } from './paging.ts'
export type { Price } from './pricing/price.ts'
export { quotePrice } from './pricing/quote-price.ts'
export { changeStatus } from './project-status/change-status.ts'
export { createProject } from './projects/create-project.ts'
export { getProject } from './projects/get-project.ts'
export {
  isQuickList,
  listProjects,
  PROJECT_SORTS,
  type ProjectFilters,
} from './projects/list-projects.ts'
export { listStatusChanges, type StatusChange } from './projects/list-status-changes.ts'
export type { Project, ProjectInput } from './projects/project.ts'
export { countByStatus, type StatusCounts } from './projects/status-counts.ts'
export { updateProject } from './projects/update-project.ts'
export { searchWords } from './search-words.ts'
export { type Rekeyed, rekeySecrets, SEALED_COLUMNS } from './secrets/rekey.ts'
export { acceptInvitation } from './sessions/accept-invitation.ts'
export { changePassword } from './sessions/change-password.ts'
export { endSession } from './sessions/end-session.ts'
export { findSession, type Session } from './sessions/find-session.ts'
export { type NewPassword, resetPassword } from './sessions/reset-password.ts'
export { signIn } from './sessions/sign-in.ts'
export type { SignedIn } from './sessions/start-session.ts'
export { createUser } from './users/create-user.ts'
export { getUser } from './users/get-user.ts'
export type { Invitation } from './users/invitation.ts'
export { inviteAgain } from './users/invite-again.ts'
export { listUsers } from './users/list-users.ts'
export { updateUser } from './users/update-user.ts'
export type { User } from './users/user.ts'
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
export {
  isPortBlocked,
  type ReceiverPolicy,
} from './webhooks/receiver-url.ts'
export { type Recovery, recoverDeliveries } from './webhooks/recover-deliveries.ts'
export { type Requeued, requeueFailed } from './webhooks/requeue-failed.ts'
export { retryDelivery } from './webhooks/retry-delivery.ts'
export {
  DEFAULT_OVERLAP_SECONDS,
  rotateSecret,
} from './webhooks/rotate-secret.ts'
export { sendTestEvent } from './webhooks/send-test-event.ts'
export { signingSecretRow } from './webhooks/signing-secret.ts'
export type { Subscribing, Subscription, SubscriptionInput } from './webhooks/subscription.ts'
export { updateSubscription } from './webhooks/update-subscription.ts'
export type { WebhookDelivery } from './webhooks/webhook-delivery.ts'
