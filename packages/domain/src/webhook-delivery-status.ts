/**
 * A webhook delivery is PENDING until its first try, RETRYING while another try is due, and ends as
 * SUCCEEDED, FAILED (after its last try) or CANCELLED (its subscription was switched off first).
 */
export const WEBHOOK_DELIVERY_STATUSES = [
  'PENDING',
  'RETRYING',
  'SUCCEEDED',
  'FAILED',
  'CANCELLED',
] as const

export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number]
