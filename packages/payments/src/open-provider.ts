import type { PaymentProvider } from './provider.ts'
import { openStripe, type StripeAccount } from './stripe.ts'

export interface AccountKey extends StripeAccount {
  provider: 'STRIPE'
}

/** The provider of an account. Costs nothing before its first call. */
export function openProvider({ provider, ...account }: AccountKey): PaymentProvider {
  const open = { STRIPE: openStripe }
  return open[provider](account)
}
