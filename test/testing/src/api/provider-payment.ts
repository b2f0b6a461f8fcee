import type { ProviderPayment } from '@mediajobs/payments'

/** A provider's view of a payment received in US dollars. */
export function receivedPayment(
  paymentId: string,
  said: Partial<ProviderPayment> = {},
): ProviderPayment {
  return {
    status: 'SUCCEEDED',
    providerPaymentId: `pi_${paymentId}`,
    receivedAmount: 0,
    currency: 'USD',
    method: 'card',
    failureCode: null,
    livemode: false,
    refunds: [],
    disputedAmount: 0,
    lostAmount: 0,
    ...said,
  }
}
