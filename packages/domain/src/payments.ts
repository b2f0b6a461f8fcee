/** Who takes the money: a provider, or people of the organization (cash, a transfer). */
export const PAYMENT_PROVIDERS = ['STRIPE', 'MANUAL'] as const

export const PAYMENT_STATUSES = [
  'PENDING',
  'PROCESSING',
  'SUCCEEDED',
  'FAILED',
  'CANCELLED',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const REFUND_STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** KEY_REFUSED: the provider no longer takes the account's key. */
export const PROVIDER_ACCOUNT_STATES = ['READY', 'KEY_REFUSED'] as const

/** How an open dispute ended, or that it opened. */
export const DISPUTE_STATUSES = ['OPEN', 'WON', 'LOST'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** How an invoice stands, beside its status. */
export const PAYMENT_STATES = [
  'UNPAID',
  'PARTLY_PAID',
  'PAID',
  'PARTLY_REFUNDED',
  'REFUNDED',
  'DISPUTED',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Why a locked delivery opened. */
export const UNLOCK_REASONS = ['PAID', 'STAFF'] as const
