export interface SignatureHeader {
  /** As it is written: these characters are what was signed. */
  timestamp: string
  /** 32 bytes each. */
  signatures: Uint8Array<ArrayBuffer>[]
}

// Unix seconds stay below twelve digits for the next 29,000 years, and so a number stays exact.
const TIMESTAMP = /^\d{1,12}$/
const SIGNATURE = /^[0-9a-f]{64}$/i

// While a secret is rotated there are two. Each costs an HMAC over the whole body, so that a forged
// header must not hold more than a few.
const MAX_SIGNATURES = 4
// Twice what four signatures take. The rest is for schemes that may come.
const MAX_HEADER_LENGTH = 600

/**
 * Reads `t=<timestamp>,v1=<hex>[,v1=<hex>]`. A scheme other than `v1` is passed over, so that one can
 * be added later without breaking the receivers of today.
 *
 * @returns null when there is not exactly one timestamp, no `v1` or more than four, a `v1` that is no
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
