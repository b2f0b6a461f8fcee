import { randomBytes } from 'node:crypto'

// docs/contract.md#c7-subscription. The prefix tells people and secret scanners what the text is.
const PREFIX = 'whsec_'
const RANDOM_BYTES = 32

/** A new signing secret; the whole text, prefix and all, is the HMAC key. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(RANDOM_BYTES).toString('base64')
}

/** Binds an encrypted signing secret to its row. */
export function signingSecretRow(organizationId: string, subscriptionId: string): string {
  return `webhook_subscriptions:${organizationId}:${subscriptionId}`
}
