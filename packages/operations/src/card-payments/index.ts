export { applyProviderPayment } from './apply-payment.ts'
export { type CheckoutAmounts, openCheckoutByToken } from './checkout.ts'
export { removePaymentAccount } from './close-checkout.ts'
export {
  recordHint,
  requestOrderReading,
  requestReading,
  takeOverHints,
  verifyEvent,
} from './hints.ts'
export {
  openOrderCheckout,
  type PlacedOrder,
  placeOrder,
  readOrderPayment,
} from './order-checkout.ts'
export { type ReadOutcome, readPayment } from './read-payment.ts'
export { type TakenPayment, takeDuePayments } from './take-payments.ts'
