export { type AccountKey, checkoutOriginOf, openProvider } from './open-provider.ts'
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
