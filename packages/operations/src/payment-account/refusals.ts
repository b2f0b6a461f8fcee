import { ProviderError } from '@mediajobs/payments'
import { conflict, type OperationError, unavailable } from '../shared/errors.ts'

/** The refusal for a failed call to the provider. Returns other errors unchanged. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error
  switch (error.fault) {
    case 'unreachable':
      return providerUnavailable()
    case 'key_refused':
      return cardPaymentsOff()
    case 'amount_not_payable':
      return conflict(
        'amount_not_payable',
        "The payment provider doesn't accept this amount in this currency.",
      ).at('paymentAmount')
    default:
      return conflict('payment_refused', 'The payment provider refused this payment.')
  }
}

export function cardPaymentsOff(): OperationError {
  return conflict('card_payments_off', "The organization doesn't accept card payments right now.")
}

export function paymentsOpen(): OperationError {
  return conflict(
    'payments_open',
    'This account still has open payments: try again once they have finished, within 30 minutes unless a bank needs longer.',
  )
}

const PROVIDER_RETRY_SECONDS = 5

function providerUnavailable(): OperationError {
  return unavailable(
    'payment_provider_unavailable',
    'The payment provider is unavailable. Try again soon.',
    PROVIDER_RETRY_SECONDS,
  )
}
