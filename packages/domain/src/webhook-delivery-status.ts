/**
 * A webhook delivery is PENDING until its first attempt, and RETRYING while another attempt is due. It ends
 * as SUCCEEDED, FAILED (after its last attempt) or CANCELLED (its subscription was switched off before).
 */
export const WEBHOOK_DELIVERY_STATUSES = [
  'PENDING',
  'RETRYING',
  'SUCCEEDED',
  'FAILED',
  'CANCELLED',
] as const

export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number]
