import type { PaymentStatus, RefundStatus } from '@mediajobs/domain'

// All amounts are in the minor unit of ISO 4217. An adapter converts where its provider counts otherwise.

/** A page of the provider that takes one payment. */
export interface CheckoutInput {
  /** Ours. The provider's idempotency key, and its reference to the payment. */
  paymentId: string
  /** Without the tip. */
  paymentAmount: number
  tipAmount: number
  /** ISO 4217. */
  currency: string
  /** What is paid for, as the payer reads it: `Invoice INV-000007`. */
  description: string
  /** Where the provider sends a payer who paid. */
  paidUrl: string
  /** Where it sends one who didn't. */
  returnUrl: string
  /** When the payment was made, ISO 8601. Fixed, so that a repeated call asks for the same page. */
  createdAt: string
  /** Seconds from then for which the page takes money, at least. */
  lifetimeSeconds: number
}

export interface OpenCheckout {
  checkoutId: string
  url: string
  /** ISO 8601, UTC. */
  expiresAt: string
}

/** A payment as the provider has it now. */
export interface ProviderPayment {
  status: PaymentStatus
  /** Null before the payer has begun. */
  providerPaymentId: string | null
  /** All that was received, the tip included; 0 before success. */
  receivedAmount: number
  /** ISO 4217. */
  currency: string
  /** `card`, `sepa_debit`; null if unknown. */
  method: string | null
  /** The provider's code of the last refusal; null without one. */
  failureCode: string | null
  livemode: boolean
  /** Every refund, also those made in the provider's dashboard. */
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
}

export interface RefundInput {
  /** Ours. The provider's idempotency key. */
  refundId: string
  providerPaymentId: string
  amount: number
  currency: string
}

export interface ProviderAccount {
  name: string | null
  livemode: boolean
}

/** What a signed event says: something about this payment changed. Never how. */
export interface PaymentHint {
  eventId: string
  livemode: boolean
  /** Ours, where the provider's object refers to it. */
  paymentId: string | null
  providerPaymentId: string | null
}

/** One organization's account at a provider. No call happens inside a database transaction. */
export interface PaymentProvider {
  /**
   * Opens a page that takes the payment. The same input again returns the same page.
   *
   * @throws {ProviderError} `amount_not_payable`, or as the others.
   */
  createCheckout(input: CheckoutInput): Promise<OpenCheckout>
  /** The payment of a checkout, with its refunds and disputes. @throws {ProviderError} */
  readPayment(payment: {
    checkoutId: string | null
    providerPaymentId: string | null
  }): Promise<ProviderPayment>
  /** Ends an open page. One that was paid or has ended stays as it is. @throws {ProviderError} */
  expireCheckout(checkoutId: string): Promise<void>
  /** Asks for a refund. The same `refundId` again returns the same refund. @throws {ProviderError} */
  refund(input: RefundInput): Promise<ProviderRefund>
  /**
   * Verifies a signed event over its raw bytes, at most 300 s old, by one of `secrets`.
   *
   * @returns `null` for an event that is about no payment.
   * @throws {ProviderError} `bad_signature`.
   */
  readEvent(
    body: Buffer,
    signature: string | undefined,
    secrets: readonly string[],
  ): Promise<PaymentHint | null>
  /** Whose key it is. @throws {ProviderError} `key_refused`. */
  accountOf(): Promise<ProviderAccount>
}

/**
 * `key_refused`: the provider doesn't take the key. `unreachable`: it didn't answer, or answered 5xx: try again.
 * `amount_not_payable`: outside its limits. `not_found`: it has no such object. `refused`: it won't, and won't later.
 */
export type ProviderFault =
  | 'key_refused'
  | 'unreachable'
  | 'amount_not_payable'
  | 'not_found'
  | 'refused'
  | 'bad_signature'

/** Its message holds no secret and no personal data: it may be logged. */
export class ProviderError extends Error {
  readonly fault: ProviderFault

  constructor(fault: ProviderFault, message: string) {
    super(message)
    this.name = 'ProviderError'
    this.fault = fault
  }
}
