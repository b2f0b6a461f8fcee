import type Stripe from 'stripe'
import { fieldsOf, idOf, uuidOf } from './answers.ts'
import { type PaymentHint, ProviderError } from './provider.ts'

const TOLERANCE_SECONDS = 300

/** Verifies an event and returns its payment; `null` if it has none. @throws {ProviderError} `bad_signature`. */
export function readStripeEvent(
  webhooks: (typeof Stripe)['webhooks'],
  body: Buffer,
  signature: string | undefined,
  secrets: readonly string[],
): PaymentHint | null {
  for (const secret of secrets) {
    try {
      return hintOf(webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE_SECONDS))
    } catch {
      // Try the next secret.
    }
  }
  throw new ProviderError('bad_signature', "The event isn't signed with a known secret")
}

function hintOf(event: unknown): PaymentHint | null {
  const { id, livemode, data } = fieldsOf(event) ?? {}
  const eventId = idOf(id)
  const object = fieldsOf(fieldsOf(data)?.object)
  if (eventId === null || typeof livemode !== 'boolean' || object === null) return null
  const paymentId = uuidOf(fieldsOf(object.metadata)?.paymentId)
  const intent = idOf(object.payment_intent)
  const hint = { eventId, livemode }
  switch (object.object) {
    case 'checkout.session': {
      const reference = uuidOf(object.client_reference_id)
      return ifRelated({ ...hint, paymentId: reference, providerPaymentId: intent })
    }
    case 'payment_intent':
      return ifRelated({ ...hint, paymentId, providerPaymentId: idOf(object.id) })
    case 'charge':
    case 'refund':
    case 'dispute':
      return ifRelated({ ...hint, paymentId, providerPaymentId: intent })
    default:
      return null
  }
}

function ifRelated(hint: PaymentHint): PaymentHint | null {
  return hint.paymentId === null && hint.providerPaymentId === null ? null : hint
}
