export interface SignatureHeader {
  /** As it is written: these characters are what was signed. */
  timestamp: string
  /** 32 bytes each. */
  signatures: Uint8Array<ArrayBuffer>[]
}

// Unix seconds stay below twelve digits for the next 29,000 years, and so a number stays exact.
const TIMESTAMP = /^\d{1,12}$/
const SIGNATURE = /^[0-9a-f]{64}$/i

/**
 * Reads `t=<timestamp>,v1=<hex>[,v1=<hex>]`. A scheme other than `v1` is passed over, so that one can
 * be added later without breaking the receivers of today.
 *
 * @returns null when there is not exactly one timestamp, no `v1`, or a `v1` that is no HMAC-SHA256
 */
export function parseSignatureHeader(header: string): SignatureHeader | null {
  let timestamp: string | undefined
  const signatures: Uint8Array<ArrayBuffer>[] = []
  for (const part of header.split(',')) {
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
  if (timestamp === undefined || signatures.length === 0) return null
  return { timestamp, signatures }
}

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )
}
