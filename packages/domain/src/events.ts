/** The events to which integrators can subscribe. */
export const EVENT_NAMES = [
  'PROJECT_CREATED',
  'PROJECT_ASSIGNED',
  'PROJECT_STATUS_CHANGED',
  'PROJECT_DELIVERED',
  'DELIVERY_APPROVED',
  'INVOICE_CREATED',
  'INVOICE_SENT',
  'INVOICE_PAID',
  'INVOICE_VOIDED',
  'CUSTOMER_CREATED',
  'CUSTOMER_UPDATED',
  'REVISION_REQUESTED',
  'WEBHOOK_DISABLED',
] as const

export type EventName = (typeof EVENT_NAMES)[number]

/** Sent on request to one subscription, also when its list does not have it. No business event. */
export const TEST_EVENT = 'WEBHOOK_TEST'
