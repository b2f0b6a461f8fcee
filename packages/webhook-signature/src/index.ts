// On Web Crypto, available in Node.js, Deno, Bun and edge workers without flags or polyfills. ./node.ts is synchronous.
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

const HMAC_SHA256 = { name: 'HMAC', hash: 'SHA-256' }

/**
 * Checks that the service sent this request, recently. Returns its event.
 *
 * @param rawBody the exact bytes received (or their text), never re-serialized JSON
 * @param secret the subscription's signing secret as the service returned it (`whsec_…`)
 * @throws WebhookVerificationError if the request can't be trusted
 * @throws TypeError or RangeError on misuse: a parsed body, an empty secret, a tolerance that isn't a number
 */
export async function verify(
  rawBody: string | Uint8Array,
  headers: ReceivedHeaders,
  secret: string,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const { timestamp, signatures, checked } = received(rawBody, headers, secret, options)
  const key = await importKey(secret)
  const signed = signedBytes(rawBody, timestamp)
  // Web Crypto compares in constant time.
  const checks = signatures.map((each) => crypto.subtle.verify('HMAC', key, each, signed))
  return checked((await Promise.all(checks)).includes(true))
}

/**
 * The value of `X-Webhook-Signature`: `t=<timestamp>,v1=<hmac>`, with one `v1` per secret during a rotation.
 *
 * @param rawBody the exact bytes that are sent; a string is signed as UTF-8
 * @throws RangeError if the timestamp isn't a whole second, or a secret is missing or empty
 */
export async function sign(rawBody: string | Uint8Array, options: SignOptions): Promise<string> {
  checkSignOptions(options)
  const { timestampSeconds, secrets } = options
  const signed = signedBytes(rawBody, `${timestampSeconds}`)
  const signatures = secrets.map(async (secret) => {
    const signature = await crypto.subtle.sign('HMAC', await importKey(secret), signed)
    return `,v1=${hexOf(new Uint8Array(signature))}`
  })
  return `t=${timestampSeconds}${(await Promise.all(signatures)).join('')}`
}

function importKey(secret: string) {
  checkSecret(secret)
  const bytes = new TextEncoder().encode(secret)
  return crypto.subtle.importKey('raw', bytes, HMAC_SHA256, false, ['sign', 'verify'])
}

/** `<timestamp>.<raw body>` */
function signedBytes(rawBody: string | Uint8Array, timestamp: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const start = encoder.encode(`${timestamp}.`)
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody
  const signed = new Uint8Array(start.length + body.length)
  signed.set(start)
  signed.set(body, start.length)
  return signed
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
