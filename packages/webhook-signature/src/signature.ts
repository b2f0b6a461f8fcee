export interface SignOptions {
  /** Unix seconds, the same value as `timestamp` in the body. */
  timestampSeconds: number
  /** The signing secrets as the service returned them (`whsec_…`), newest first. */
  secrets: readonly string[]
}

/** @throws RangeError if the timestamp isn't a whole second, or there is no secret */
export function checkSignOptions({ timestampSeconds, secrets }: SignOptions): void {
  if (!Number.isSafeInteger(timestampSeconds) || timestampSeconds < 0) {
    throw new RangeError('timestampSeconds must be a whole number of Unix seconds')
  }
  if (secrets.length === 0) throw new RangeError('secrets must have at least one secret')
}

/** @throws RangeError if the secret is empty: anyone could forge its signatures */
export function checkSecret(secret: string): void {
  if (secret === '') throw new RangeError('the signing secret must not be empty')
}

export interface SignatureHeader {
  /** Exactly as in the header, and as signed. */
  timestamp: string
  /** 32 bytes each. */
  signatures: Uint8Array<ArrayBuffer>[]
}

// Twelve digits last more than 31,000 years, and fit a number exactly.
const TIMESTAMP = /^\d{1,12}$/
const SIGNATURE = /^[0-9a-f]{64}$/i

// Two during a rotation. Bounded because each costs Web Crypto an HMAC over the whole body.
const MAX_SIGNATURES = 4
// Twice the length of four signatures: room for future schemes.
const MAX_HEADER_LENGTH = 600

/**
 * Parses `t=<timestamp>,v1=<hex>[,v1=<hex>]`. Schemes other than `v1` are ignored, so one can be added later without
 * breaking today's receivers.
 *
 * @returns null unless there is exactly one timestamp, one to four valid `v1` signatures, and at most 600 characters
 */
export function parseSignatureHeader(header: string): SignatureHeader | null {
  let timestamp: string | undefined
  const signatures: Uint8Array<ArrayBuffer>[] = []
  const parts = header.length > MAX_HEADER_LENGTH ? [] : header.split(',')
  for (const part of parts) {
    const separator = part.indexOf('=')
    const name = part.slice(0, Math.max(separator, 0)).trim()
    const value = part.slice(separator + 1).trim()
    if (name === 't') {
      if (timestamp !== undefined || !TIMESTAMP.test(value)) return null
      timestamp = value
    } else if (name === 'v1') {
      if (!SIGNATURE.test(value)) return null
      signatures.push(bytesOfHex(value))
    }
  }
  const { length } = signatures
  if (timestamp === undefined || length === 0 || length > MAX_SIGNATURES) return null
  return { timestamp, signatures }
}

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )
}
