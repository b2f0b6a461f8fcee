// The main entry's functions without promises, on node:crypto: for senders of thousands of requests a second. Also runs on
// Deno, Bun, and edge workers with Node.js compatibility.
import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  type ReceivedHeaders,
  received,
  type VerifyOptions,
  type WebhookEvent,
} from './received.ts'
import { checkSecret, checkSignOptions, type SignOptions } from './signature.ts'

export {
  type ReceivedHeaders,
  type VerifyOptions,
  type WebhookEvent,
  WebhookVerificationError,
  type WebhookVerificationErrorCode,
} from './received.ts'
export type { SignOptions } from './signature.ts'

/** `verify` of the main entry without a promise: same arguments, event and errors. */
export function verify(
  rawBody: string | Uint8Array,
  headers: ReceivedHeaders,
  secret: string,
  options: VerifyOptions = {},
): WebhookEvent {
  const { timestamp, signatures, checked } = received(rawBody, headers, secret, options)
  const expected = hmac([rawBody], timestamp, secret).digest()
  return checked(signatures.some((signature) => timingSafeEqual(signature, expected)))
}

/** `sign` of the main entry without a promise. The body may also be a list of parts, signed as one body. */
export function sign(
  rawBody: string | Uint8Array | readonly (string | Uint8Array)[],
  options: SignOptions,
): string {
  checkSignOptions(options)
  const { timestampSeconds, secrets } = options
  const parts = typeof rawBody === 'string' || rawBody instanceof Uint8Array ? [rawBody] : rawBody
  let header = `t=${timestampSeconds}`
  for (const secret of secrets) {
    header += `,v1=${hmac(parts, `${timestampSeconds}`, secret).digest('hex')}`
  }
  return header
}

function hmac(parts: readonly (string | Uint8Array)[], timestamp: string, secret: string) {
  checkSecret(secret)
  const hash = createHmac('sha256', secret).update(`${timestamp}.`)
  for (const part of parts) hash.update(part)
  return hash
}
