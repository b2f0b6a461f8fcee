import type { PaymentProvider } from './provider.ts'
import { openStripe, type StripeAccount } from './stripe.ts'

export interface AccountKey extends StripeAccount {
  provider: 'STRIPE'
}

/** The provider of an account. Lazy: costs nothing before the first call. */
export function openProvider({ provider, ...account }: AccountKey): PaymentProvider {
  const open = { STRIPE: openStripe }
  return open[provider](account)
}

const STRIPE_PAGES = 'https://checkout.stripe.com'

/** The origin of the provider's payment pages. @param apiUrl overrides the provider's URL */
export function checkoutOriginOf(apiUrl: string | undefined): string {
  return apiUrl === undefined ? STRIPE_PAGES : new URL(apiUrl).origin
}
