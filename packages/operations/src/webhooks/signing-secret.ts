import { randomBytes } from 'node:crypto'

// docs/contract.md#c7-subscription. With the prefix, people and secret scanners recognise a signing secret.
const PREFIX = 'whsec_'
const RANDOM_BYTES = 32

/** A new signing secret. The whole text is the HMAC key, with the prefix. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(RANDOM_BYTES).toString('base64')
}

/** Binds an encrypted signing secret to its row. */
export function signingSecretRow(organizationId: string, subscriptionId: string): string {
  return `webhook_subscriptions:${organizationId}:${subscriptionId}`
}
