import type { PaymentStatus, RefundStatus } from '@mediajobs/domain'

// All amounts are in ISO 4217 minor units. Adapters convert if their provider differs.

/** The provider's page for one payment. */
export interface CheckoutInput {
  /** Our id, used as idempotency key and as the provider's reference. */
  paymentId: string
  /** Without the tip. */
  paymentAmount: number
  tipAmount: number
  /** ISO 4217. */
  currency: string
  /** Shown to the payer: `Invoice INV-000007`. */
  description: string
  /** Redirect after a payment. */
  paidUrl: string
  /** Redirect without a payment. */
  returnUrl: string
  /** Creation time of the payment, ISO 8601. Fixed, so repeated calls request the same page. */
  createdAt: string
  /** Minimum time after `createdAt` during which the page accepts payment. */
  lifetimeSeconds: number
}

export interface OpenCheckout {
  checkoutId: string
  url: string
  /** ISO 8601, UTC. */
  expiresAt: string
}

/** The provider's current state of a payment. */
export interface ProviderPayment {
  status: PaymentStatus
  /** Null before the payer has begun. */
  providerPaymentId: string | null
  /** Amount received, including the tip; 0 before success. */
  receivedAmount: number
  /** ISO 4217. */
  currency: string
  /** `card`, `sepa_debit`; null if unknown. */
  method: string | null
  /** The provider's code for the last failure, if any. */
  failureCode: string | null
  livemode: boolean
  /** All refunds, including those made in the provider's dashboard. */
  refunds: ProviderRefund[]
  /** Held by open disputes. An inquiry holds nothing. */
  disputedAmount: number
  /** Taken back by lost disputes. */
  lostAmount: number
}

export interface ProviderRefund {
  providerRefundId: string
  /** Our refund; null for one made in the provider's dashboard. */
  refundId: string | null
  amount: number
  status: RefundStatus
  reason: string | null
  /** The provider's code for why it failed, if known. */
  failureCode: string | null
}

export interface RefundInput {
  /** Our id, used as idempotency key. */
  refundId: string
  providerPaymentId: string
  amount: number
  currency: string
}

export interface ProviderAccount {
  name: string | null
  livemode: boolean
}

/** The content of a signed event: a payment changed, but not how. */
export interface PaymentHint {
  eventId: string
  livemode: boolean
  /** Our id, if the provider's object refers to it. */
  paymentId: string | null
  providerPaymentId: string | null
}

/** One organization's account at a provider. No call happens inside a database transaction. */
export interface PaymentProvider {
  /**
   * Opens a page for the payment. Idempotent: the same input returns the same page.
   *
   * @throws {ProviderError} `amount_not_payable`, or as for other calls.
   */
  createCheckout(input: CheckoutInput): Promise<OpenCheckout>
  /** A checkout's payment, with its refunds and disputes. @throws {ProviderError} */
  readPayment(payment: {
    checkoutId: string | null
    providerPaymentId: string | null
  }): Promise<ProviderPayment>
  /** Expires an open page. A no-op for a paid or expired one. @throws {ProviderError} */
  expireCheckout(checkoutId: string): Promise<void>
  /** Requests a refund. Idempotent by `refundId`. @throws {ProviderError} */
  refund(input: RefundInput): Promise<ProviderRefund>
  /**
   * Verifies a signed event over its raw bytes, at most 300 s old, by one of `secrets`.
   *
   * @returns `null` for an event that doesn't concern a payment.
   * @throws {ProviderError} `bad_signature`.
   */
  readEvent(
    body: Buffer,
    signature: string | undefined,
    secrets: readonly string[],
  ): Promise<PaymentHint | null>
  /** The key's owner. @throws {ProviderError} `key_refused`. */
  accountOf(): Promise<ProviderAccount>
}

/**
 * `key_refused`: the provider rejects the key. `unreachable`: no response, or a 5xx: retry. `amount_not_payable`:
 * outside the provider's limits. `not_found`: no such object. `refused`: permanently.
 */
export type ProviderFault =
  | 'key_refused'
  | 'unreachable'
  | 'amount_not_payable'
  | 'not_found'
  | 'refused'
  | 'bad_signature'

/** Messages are safe to log: no secrets or personal data. */
export class ProviderError extends Error {
  readonly fault: ProviderFault
  /** The provider's code, if any. */
  readonly code: string | null

  constructor(fault: ProviderFault, message: string, code: string | null = null) {
    super(message)
    this.name = 'ProviderError'
    this.fault = fault
    this.code = code
  }
}
