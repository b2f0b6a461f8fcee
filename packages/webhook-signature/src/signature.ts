export interface SignatureHeader {
  /** Exactly as in the header: these characters were signed. */
  timestamp: string
  /** 32 bytes each. */
  signatures: Uint8Array<ArrayBuffer>[]
}

// Unix seconds have at most twelve digits for the next 29,000 years, so a number is exact.
const TIMESTAMP = /^\d{1,12}$/
const SIGNATURE = /^[0-9a-f]{64}$/i

// During a rotation there are two. In Web Crypto each signature costs an HMAC over the whole body, so a
// forged header must not have many.
const MAX_SIGNATURES = 4
// Twice the length of four signatures. The rest is for future schemes.
const MAX_HEADER_LENGTH = 600

/**
 * Reads `t=<timestamp>,v1=<hex>[,v1=<hex>]`. Other schemes than `v1` are ignored, so that one can be added
 * later without a change of today's receivers.
 *
 * @returns null when there is not exactly one timestamp, no `v1` or more than four, a `v1` that is not an
 *   HMAC-SHA256, or more than 600 characters
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
