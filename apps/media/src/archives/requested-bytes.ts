import parseRange from 'range-parser'

/** The response that a request for an archive gets, by RFC 9110. */
export type Requested =
  | { status: 200 | 206; start: number; end: number }
  | { status: 304 }
  | { status: 416 }

interface Headers {
  range?: string | undefined
  'if-range'?: string | undefined
  'if-none-match'?: string | undefined
}

/**
 * Reads the conditions and the range of a request. A request for several ranges gets the whole archive, as
 * RFC 9110, 14.2 allows.
 */
export function requestedBytes(
  method: string,
  headers: Headers,
  { etag, sizeBytes }: { etag: string; sizeBytes: number },
): Requested {
  if (hasTag(headers['if-none-match'], etag)) return { status: 304 }
  const whole = { status: 200, start: 0, end: sizeBytes - 1 } as const
  const { range, 'if-range': ifRange } = headers
  // 14.2: a range counts for GET only. 13.1.5: a range of another version is ignored.
  if (range === undefined || method !== 'GET') return whole
  if (ifRange !== undefined && ifRange.trim() !== etag) return whole
  const ranges = parseRange(sizeBytes, range)
  if (ranges === UNSATISFIABLE) return isBytes(range) ? { status: 416 } : whole
  if (ranges === MALFORMED || ranges.type !== 'bytes') return whole
  const [first, ...others] = ranges
  return first && others.length === 0 ? { status: 206, start: first.start, end: first.end } : whole
}

const UNSATISFIABLE = -1
const MALFORMED = -2

function isBytes(range: string): boolean {
  return /^\s*bytes\s*=/i.test(range)
}

// RFC 9110, 13.1.2: `If-None-Match` uses the weak comparison.
function hasTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
