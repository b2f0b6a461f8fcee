export type {
  CheckoutInput,
  OpenCheckout,
  PaymentHint,
  PaymentProvider,
  ProviderAccount,
  ProviderPayment,
  ProviderRefund,
  RefundInput,
} from './provider.ts'
export { ProviderError, type ProviderFault } from './provider.ts'
export { type AccountKey, checkoutOriginOf, openProvider } from './stripe.ts'
