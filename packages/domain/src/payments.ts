import { MAX_REFUND_REASON_LENGTH } from './bounds.ts'
import type { Fields } from './fields.ts'
import { MAX_TOTAL_AMOUNT } from './money.ts'
import { described, ID, INSTANT, integer, line, oneOf, orNull, STRING } from './values.ts'

/** Who takes the money: a provider, or the organization itself (cash, a transfer). */
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

/** KEY_REFUSED: the provider no longer accepts the account's key. */
export const PROVIDER_ACCOUNT_STATES = ['READY', 'KEY_REFUSED'] as const

/** An open dispute, or how it ended. */
export const DISPUTE_STATUSES = ['OPEN', 'WON', 'LOST'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** An invoice's payment state, besides its status. */
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

function amount(description: string) {
  return integer({ minimum: 0, description: `${description}. In the currency's minor unit` })
}

/** In the order of responses. */
export const PAYMENT_FIELDS = {
  id: { type: ID, set: 'service' },
  organizationId: { type: ID, set: 'service' },
  invoiceId: { type: orNull(ID), set: 'service' },
  orderId: { type: orNull(ID), set: 'service' },
  customerId: { type: orNull(ID), set: 'service' },
  provider: { type: oneOf(PAYMENT_PROVIDERS, 'PaymentProvider'), set: 'service' },
  providerPaymentId: {
    type: orNull(described('The id at the provider. MANUAL: the reference, if given')),
    set: 'service',
  },
  status: { type: oneOf(PAYMENT_STATUSES, 'PaymentStatus'), set: 'service' },
  paymentAmount: {
    type: amount('The amount requested, then received, without the tip'),
    set: 'service',
  },
  tipAmount: { type: amount('Received in addition to paymentAmount'), set: 'service' },
  unappliedAmount: { type: amount("Held beyond the invoice's balance"), set: 'service' },
  refundedAmount: {
    type: amount('Refunds that have not failed, and lost disputes'),
    set: 'service',
  },
  disputedAmount: { type: amount('Held by open disputes'), set: 'service' },
  refundDueAmount: {
    type: amount(
      'The part of disputedAmount to refund if the dispute is won, because the job was canceled',
    ),
    set: 'service',
  },
  refundFailedAmount: {
    type: amount('Refunds that failed, less what was refunded since'),
    set: 'service',
  },
  currency: { type: STRING, set: 'service' },
  method: { type: orNull(described('`card`. MANUAL: the method, if given')), set: 'service' },
  failureCode: { type: orNull(described("The provider's code")), set: 'service' },
  createdAt: { type: INSTANT, set: 'service' },
  succeededAt: { type: orNull(INSTANT), set: 'service' },
  updatedAt: { type: INSTANT, set: 'service' },
} satisfies Fields

/** In the order of responses. */
export const REFUND_FIELDS = {
  id: { type: ID, set: 'service' },
  paymentId: { type: ID, set: 'service' },
  provider: { type: oneOf(PAYMENT_PROVIDERS, 'PaymentProvider'), set: 'optional' },
  refundAmount: {
    type: integer({
      minimum: 1,
      maximum: MAX_TOTAL_AMOUNT,
      description: "In the currency's minor unit",
    }),
    set: 'optional',
    example: 5_000,
  },
  reason: {
    type: line(MAX_REFUND_REASON_LENGTH),
    set: 'clearable',
    example: 'One picture fewer',
  },
  status: { type: oneOf(REFUND_STATUSES, 'RefundStatus'), set: 'service' },
  failureCode: { type: orNull(described("The provider's code")), set: 'service' },
  createdByUserId: { type: orNull(ID), set: 'service' },
  createdAt: { type: INSTANT, set: 'service' },
} satisfies Fields
