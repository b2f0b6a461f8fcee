// Web Crypto is what Node.js, Deno, Bun and every edge worker have without a flag or a polyfill. It
// answers with promises; ./node.ts is for those who want none.
import {
  type ReceivedHeaders,
  received,
  type VerifyOptions,
  type WebhookEvent,
} from './received.ts'
import { checkSecret, checkSignOptions, type SignOptions } from './signed.ts'

const HMAC_SHA256 = { name: 'HMAC', hash: 'SHA-256' }

/**
 * Checks that the service has sent this request, and lately; returns its event.
 *
 * @param rawBody the body as it was received: the very bytes (or their exact text), never JSON that
 *   was parsed and written again
 * @param secret the subscription's signing secret as it was handed out (`whsec_…`)
 * @throws WebhookVerificationError when the request cannot be trusted
 * @throws TypeError or RangeError when the receiver is at fault: a parsed body, an empty secret, a
 *   tolerance that is no number
 */
export async function verify(
  rawBody: string | Uint8Array,
  headers: ReceivedHeaders,
  secret: string,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const { timestamp, signatures, judged } = received(rawBody, headers, secret, options)
  const key = await importKey(secret)
  const signed = signedBytes(rawBody, timestamp)
  // Compares in constant time, whichever engine it is.
  const checks = signatures.map((each) => crypto.subtle.verify('HMAC', key, each, signed))
  return judged((await Promise.all(checks)).includes(true))
}

/**
 * The value of `X-Webhook-Signature`: `t=<timestamp>,v1=<hmac>`, with one more `v1` for each further
 * secret while a rotation lasts.
 *
 * @param rawBody the exact bytes that are sent; a string stands for its UTF-8 bytes
 * @throws RangeError when the timestamp is no whole second, or a secret is missing or empty
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
