import { parseSignatureHeader, type SignatureHeader } from './signature.ts'

/** The body of a webhook. It may arrive more than once: deduplicate on `id`. */
export interface WebhookEvent {
  /** The id of the webhook delivery, the same at every attempt. */
  id: string
  event: string
  /** Unix seconds, as a string. */
  timestamp: string
  data: Record<string, unknown>
}

export type WebhookVerificationErrorCode =
  | 'signature_missing'
  | 'signature_malformed'
  | 'timestamp_outside_tolerance'
  | 'signature_mismatch'
  | 'body_malformed'

/** The request can't be trusted. Respond with a 400. */
export class WebhookVerificationError extends Error {
  readonly code: WebhookVerificationErrorCode

  constructor(code: WebhookVerificationErrorCode, message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.code = code
  }
}

/** A `Headers` object, or a plain object with names in any case, like `request.headers` of node:http. */
export type ReceivedHeaders =
  | { get(name: string): string | null }
  | Record<string, string | readonly string[] | undefined>

export interface VerifyOptions {
  /** How much the timestamp may differ from this clock, in either direction. Default: 300 seconds. */
  toleranceSeconds?: number
  /** Current Unix seconds. Default: this machine's clock. */
  nowSeconds?: number
}

/** A request whose signatures have yet to be compared. */
export interface Received extends SignatureHeader {
  /**
   * Completes the checks and returns the event.
   *
   * @param hasRightSignature whether one of the signatures matches
   * @throws WebhookVerificationError
   */
  checked(hasRightSignature: boolean): WebhookEvent
}

const SIGNATURE_HEADER = 'x-webhook-signature'

/**
 * All checks except the HMAC, which each entry point computes in its own way.
 *
 * @throws WebhookVerificationError if there is no signature to compare
 * @throws TypeError or RangeError on misuse
 */
export function received(
  rawBody: string | Uint8Array,
  headers: ReceivedHeaders,
  secret: string,
  options: VerifyOptions,
): Received {
  const { toleranceSeconds = 300, nowSeconds = Date.now() / 1000 } = options
  checkUse(rawBody, secret, toleranceSeconds, nowSeconds)
  const { timestamp, signatures } = receivedSignature(headers)
  return {
    timestamp,
    signatures,
    checked(hasRightSignature) {
      if (!hasRightSignature) {
        throw new WebhookVerificationError(
          'signature_mismatch',
          'No signature matches: the secret is wrong, or the body was changed.',
        )
      }
      if (Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds) {
        throw new WebhookVerificationError(
          'timestamp_outside_tolerance',
          `The timestamp ${timestamp} is more than ${toleranceSeconds} seconds from this clock.`,
        )
      }
      return parseEvent(rawBody)
    },
  }
}

// For plain JavaScript: each of these mistakes would accept a forged request, or refuse every genuine one.
function checkUse(rawBody: unknown, secret: unknown, tolerance: unknown, now: unknown): void {
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new TypeError('rawBody must be the body as received (string or bytes), before parsing')
  }
  if (typeof secret !== 'string') throw new TypeError('secret must be a string')
  if (typeof tolerance !== 'number' || !(tolerance >= 0)) {
    throw new RangeError('toleranceSeconds must be a number of seconds, 0 or more')
  }
  if (typeof now !== 'number' || !Number.isFinite(now)) {
    throw new RangeError('nowSeconds must be a number of Unix seconds')
  }
}

function receivedSignature(headers: ReceivedHeaders): SignatureHeader {
  const values = signatureHeaders(headers)
  if (values.length === 0) {
    throw new WebhookVerificationError(
      'signature_missing',
      'The request has no X-Webhook-Signature header.',
    )
  }
  const [only] = values
  const parsed = values.length === 1 && only !== undefined ? parseSignatureHeader(only) : null
  if (parsed === null) {
    throw new WebhookVerificationError(
      'signature_malformed',
      'The X-Webhook-Signature header does not have the form t=<timestamp>,v1=<hmac>.',
    )
  }
  return parsed
}

function signatureHeaders(headers: ReceivedHeaders): string[] {
  if (isLookup(headers)) {
    const value = headers.get(SIGNATURE_HEADER)
    return value === null ? [] : [value]
  }
  return Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === SIGNATURE_HEADER)
    .flatMap(([, value]) => value ?? [])
}

function isLookup(headers: ReceivedHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function'
}

function parseEvent(rawBody: string | Uint8Array): WebhookEvent {
  const event = parseJson(rawBody)
  if (!isEvent(event)) {
    throw new WebhookVerificationError(
      'body_malformed',
      'The signature matches, but the body is not an event.',
    )
  }
  return event
}

function parseJson(rawBody: string | Uint8Array): unknown {
  try {
    const text = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isEvent(value: unknown): value is WebhookEvent {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.event === 'string' &&
    typeof value.timestamp === 'string' &&
    isObject(value.data)
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
