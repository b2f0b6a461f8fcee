import type Stripe from 'stripe'
import { type Fields, fieldsOf, idOf, invalidResponse } from './answers.ts'
import {
  type CheckoutInput,
  type OpenCheckout,
  type PaymentProvider,
  ProviderError,
  type ProviderPayment,
} from './provider.ts'
import { boundedFetch, providerError } from './stripe-faults.ts'
import {
  paymentOf,
  readStripeEvent,
  refundOf,
  toStripe,
  toStripeExactly,
} from './stripe-reading.ts'

interface StripeAccount {
  secretKey: string
  /** Overrides protocol, host and port of Stripe's API. */
  apiUrl?: string | undefined
}

// Per interface method, however many requests it makes.
const TIME_LIMIT_MS = 10_000
const LIVE_KEY = /^[a-z]+_live_/
const MAX_NAME_LENGTH = 200

/**
 * Stripe, through its library, loaded on first call: the import takes 20 MiB and half a second. Uses only documented
 * calls of the public API, in the version pinned by the library.
 */
function openStripe({ secretKey, apiUrl }: StripeAccount): PaymentProvider {
  async function callStripe<Answer>(call: (stripe: Stripe) => Promise<Answer>): Promise<Answer> {
    try {
      const { default: Stripe } = await import('stripe')
      const deadline = AbortSignal.timeout(TIME_LIMIT_MS)
      const stripe = new Stripe(secretKey, {
        ...(apiUrl !== undefined && addressOf(apiUrl)),
        httpClient: Stripe.createFetchHttpClient(boundedFetch(deadline)),
        timeout: TIME_LIMIT_MS,
        maxNetworkRetries: 1,
        telemetry: false,
      })
      return await call(stripe)
    } catch (error) {
      throw providerError(error)
    }
  }

  return {
    createCheckout: (input) =>
      callStripe(async ({ checkout }) => {
        const options = { idempotencyKey: input.paymentId }
        return pageOf(await checkout.sessions.create(sessionFor(input), options), apiUrl)
      }),
    readPayment: (payment) => callStripe((stripe) => readPayment(stripe, payment)),
    expireCheckout: (checkoutId) => callStripe((stripe) => expireCheckout(stripe, checkoutId)),
    refund: ({ refundId, providerPaymentId, amount, currency }) =>
      callStripe(async (stripe) => {
        // Stripe forgets idempotency keys after a day, so look for an earlier refund.
        const made = await refundsOf(stripe, providerPaymentId)
        const mine = made.find((each) => fieldsOf(each.metadata)?.refundId === refundId)
        const refund =
          mine ??
          (await stripe.refunds.create(
            {
              payment_intent: providerPaymentId,
              amount: toStripeExactly(amount, currency),
              metadata: { refundId },
            },
            { idempotencyKey: refundId },
          ))
        return refundOf(sameIntent(fieldsOf(refund), providerPaymentId), currency)
      }),
    readEvent: async (body, signature, secrets) => {
      const { default: Stripe } = await import('stripe')
      return readStripeEvent(Stripe.webhooks, body, signature, secrets)
    },
    accountOf: () =>
      callStripe(async (stripe) => {
        const account = await stripe.accounts.retrieveCurrent().catch(nullIfNotPermitted)
        return { name: nameOf(account), livemode: LIVE_KEY.test(secretKey) }
      }),
  }
}

function addressOf(apiUrl: string) {
  const { protocol, hostname: host, port } = new URL(apiUrl)
  const isHttp = protocol === 'http:'
  return {
    protocol: isHttp ? ('http' as const) : ('https' as const),
    host,
    port: port || (isHttp ? '80' : '443'),
  }
}

// Stripe's minimum lifetime counts from the call, which may be repeated after a lost response.
const REPEATABLE_SECONDS = 120
const MAX_DESCRIPTION_LENGTH = 250

/** Sends only `paymentId` besides what the payer sees: no personal data. */
function sessionFor(input: CheckoutInput): Stripe.Checkout.SessionCreateParams {
  const { paymentId, paymentAmount, tipAmount, currency, description, paidUrl, returnUrl } = input
  const total = toStripe(paymentAmount + tipAmount, currency)
  const tip = tipAmount > 0 ? toStripe(tipAmount, currency) : 0
  const line = (name: string, unit_amount: number) => ({
    quantity: 1,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount,
      product_data: { name: name.slice(0, MAX_DESCRIPTION_LENGTH) },
    },
  })
  const createdSeconds = Math.floor(Date.parse(input.createdAt) / 1_000)
  return {
    mode: 'payment',
    client_reference_id: paymentId,
    payment_intent_data: { metadata: { paymentId } },
    line_items: [line(description, total - tip), ...(tip > 0 ? [line('Tip', tip)] : [])],
    success_url: paidUrl,
    cancel_url: returnUrl,
    expires_at: createdSeconds + input.lifetimeSeconds + REPEATABLE_SECONDS,
  }
}

const MAX_URL_LENGTH = 4_096

function pageOf(session: Fields | Stripe.Checkout.Session, apiUrl?: string): OpenCheckout {
  const { id, url, expires_at: expiresAt } = fieldsOf(session) ?? {}
  const checkoutId = idOf(id)
  if (checkoutId === null) throw invalidResponse('session')
  if (typeof expiresAt !== 'number' || Number.isNaN(new Date(expiresAt * 1_000).getTime())) {
    throw invalidResponse('expires_at')
  }
  if (typeof url !== 'string' || url.length > MAX_URL_LENGTH || !isWebPage(url, apiUrl)) {
    throw invalidResponse('url')
  }
  return { checkoutId, url, expiresAt: new Date(expiresAt * 1_000).toISOString() }
}

/** Accepts http:// only if the API uses it too. */
function isWebPage(url: string, apiUrl?: string): boolean {
  const protocol = URL.parse(url)?.protocol
  return protocol === 'https:' || (protocol === 'http:' && apiUrl?.startsWith('http:') === true)
}

/** @throws {ProviderError} `not_found`, `unreachable` … */
async function readPayment(
  stripe: Stripe,
  { checkoutId, providerPaymentId }: Parameters<PaymentProvider['readPayment']>[0],
): Promise<ProviderPayment> {
  const session =
    checkoutId === null
      ? null
      : sameId(fieldsOf(await stripe.checkout.sessions.retrieve(checkoutId)), checkoutId)
  const intentId = idOf(session?.payment_intent) ?? providerPaymentId
  if (intentId === null) {
    if (session === null) throw new ProviderError('not_found', 'There is nothing to read')
    return paymentOf({ session, intent: null, refunds: [], disputes: [] })
  }
  const answer = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
  const intent = sameId(fieldsOf(answer), intentId)
  if (intent.status !== 'succeeded') {
    return paymentOf({ session, intent, refunds: [], disputes: [] })
  }
  const refunds = await refundsOf(stripe, intentId)
  const isUndisputed = fieldsOf(intent.latest_charge)?.disputed === false
  const disputes = isUndisputed ? [] : await disputesOf(stripe, intentId)
  return paymentOf({ session, intent, refunds, disputes })
}

const PAGE = 100
// Our payments never have more.
const MAX_LISTED = 1_000

type List = Promise<{ data: unknown[]; has_more: boolean }>

function refundsOf({ refunds }: Stripe, payment_intent: string): Promise<Fields[]> {
  return listAll(payment_intent, (page) => refunds.list({ payment_intent, ...page }))
}

function disputesOf({ disputes }: Stripe, payment_intent: string): Promise<Fields[]> {
  return listAll(payment_intent, (page) => disputes.list({ payment_intent, ...page }))
}

async function listAll(
  intentId: string,
  list: (page: { limit: number; starting_after?: string }) => List,
): Promise<Fields[]> {
  const all: Fields[] = []
  let after: string | null = null
  do {
    const page: unknown = await list({
      limit: PAGE,
      ...(after !== null && { starting_after: after }),
    })
    const { data, has_more: hasMore } = fieldsOf(page) ?? {}
    if (!Array.isArray(data)) throw invalidResponse('list')
    all.push(...data.map((each) => sameIntent(fieldsOf(each), intentId)))
    if (all.length > MAX_LISTED) throw new ProviderError('refused', 'Stripe: too many refunds')
    after = hasMore === true ? idOf(all.at(-1)) : null
  } while (after !== null)
  return all
}

/** @throws {ProviderError} unless it's the requested object. */
function sameId(object: Fields | null, id: string): Fields {
  if (object?.id !== id) throw invalidResponse('id')
  return object
}

function sameIntent(object: Fields | null, intentId: string): Fields {
  if (object === null || idOf(object.payment_intent) !== intentId) throw invalidResponse('payment')
  return object
}

async function expireCheckout({ checkout }: Stripe, checkoutId: string): Promise<void> {
  try {
    await checkout.sessions.expire(checkoutId)
  } catch (error) {
    const fault = providerError(error)
    if (fault.fault !== 'refused') throw fault
    // Stripe expires only open sessions.
    const session = sameId(fieldsOf(await checkout.sessions.retrieve(checkoutId)), checkoutId)
    if (session.status === 'open') throw fault
  }
}

/** A restricted key may take payments without permission to read its account. */
function nullIfNotPermitted(error: unknown): null {
  if (fieldsOf(error)?.statusCode === 403) return null
  throw error
}

function nameOf(account: unknown): string | null {
  const { settings, business_profile: profile } = fieldsOf(account) ?? {}
  const names = [fieldsOf(fieldsOf(settings)?.dashboard)?.display_name, fieldsOf(profile)?.name]
  const name = names.find((each) => typeof each === 'string' && each.trim() !== '')
  return typeof name === 'string' ? name.trim().slice(0, MAX_NAME_LENGTH) : null
}

export interface AccountKey extends StripeAccount {
  provider: 'STRIPE'
}

/** An account's provider. Lazy: costs nothing before the first call. */
export function openProvider({ provider, ...account }: AccountKey): PaymentProvider {
  const open = { STRIPE: openStripe }
  return open[provider](account)
}

const STRIPE_PAGES = 'https://checkout.stripe.com'

/** The origin of the provider's payment pages. @param apiUrl overrides the provider's URL */
export function checkoutOriginOf(apiUrl: string | undefined): string {
  return apiUrl === undefined ? STRIPE_PAGES : new URL(apiUrl).origin
}
