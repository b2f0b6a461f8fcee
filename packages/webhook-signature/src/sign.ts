// node:crypto and not WebCrypto: it is synchronous, so a receiver verifies in one line before it
// parses, and the sender, which signs thousands of requests a second, spares a promise on each.
// Deno and Bun have it built in, edge workers under their Node.js compatibility flag.
import { createHmac } from 'node:crypto'

export interface SignOptions {
  /** Unix seconds, the same value as `timestamp` in the body. */
  timestampSeconds: number
  /** The signing secrets as they were handed out (`whsec_…`), the newest first. */
  secrets: readonly string[]
}

/**
 * The value of `X-Webhook-Signature`: `t=<timestamp>,v1=<hmac>`, with one more `v1` for each further
 * secret while a rotation lasts.
 *
 * @param rawBody the exact bytes that are sent; a string stands for its UTF-8 bytes
 * @throws RangeError when the timestamp is no whole second, or a secret is missing or empty
 */
export function sign(rawBody: string | Uint8Array, options: SignOptions): string {
  const { timestampSeconds, secrets } = options
  if (!Number.isSafeInteger(timestampSeconds) || timestampSeconds < 0) {
    throw new RangeError('timestampSeconds must be a whole number of Unix seconds')
  }
  if (secrets.length === 0) throw new RangeError('secrets must hold at least one secret')
  let header = `t=${timestampSeconds}`
  for (const secret of secrets) {
    header += `,v1=${signatureOf(rawBody, `${timestampSeconds}`, secret).toString('hex')}`
  }
  return header
}

/**
 * HMAC-SHA256 over `<timestamp>.<raw body>`, keyed with the whole secret string, prefix included.
 *
 * @throws RangeError when the secret is empty: anybody could make that signature
 */
export function signatureOf(
  rawBody: string | Uint8Array,
  timestamp: string,
  secret: string,
): Buffer {
  if (secret === '') throw new RangeError('the signing secret must not be empty')
  return createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest()
}
