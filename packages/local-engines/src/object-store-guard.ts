import type { IncomingMessage } from 'node:http'
import { type ParsedUrlQuery, parse } from 'node:querystring'

/** The permissions for one bucket. */
export interface Rules {
  bucket: string
  /** This key may do everything. Every other key may only upload. */
  accessKey: string
  /**
   * Objects whose key begins with one of these are readable without a signature. `?` is any one character
   * except a slash.
   */
  publicReadPrefixes: readonly string[]
  /** The prefix below which other keys may put objects. Undefined: nowhere. */
  uploadPrefix: string | undefined
  /** Whether the store obeys unsigned `x-amz-` headers. */
  obeysUnsigned: boolean
}

interface Signature {
  accessKey: string
  signedHeaders: readonly string[]
}

// A browser never signs a preflight request.
const UNSIGNED_METHODS = new Set(['OPTIONS'])
// The emulator resolves such URLs in another way than this file does.
const AMBIGUOUS_URL = /^[^/]|[\s#\\]/
const SIGNATURE = /^x-amz-/i
const DENIED = 'Access Denied'

/**
 * Why the request must be refused; null when the emulator may respond to it. The emulator verifies a
 * signature that a request has. It also accepts requests without one, and unsigned headers.
 */
export function refusal(request: IncomingMessage, rules: Rules): string | null {
  const url = request.url ?? '/'
  if (AMBIGUOUS_URL.test(url)) return 'This store does not accept the form of the request target'
  if (UNSIGNED_METHODS.has(request.method ?? '')) return null
  const [path = '', query = ''] = splitOnce(url, '?')
  const signature = signatureOf(request.headers.authorization, parse(query))
  if (signature === null) {
    return query === '' && isPubliclyReadable(request, path, rules) ? null : DENIED
  }
  const { accessKey, signedHeaders } = signature
  if (accessKey !== rules.accessKey && !isUpload(request, path, query, rules)) return DENIED
  if (rules.obeysUnsigned) return null
  const unsigned = amzHeaders(request).filter((name) => !signedHeaders.includes(name))
  // With an added x-amz-copy-source, a signed PUT would read any object of the bucket.
  return unsigned.length > 0 ? 'The request has x-amz- headers that are not signed' : null
}

/** Null when the request has no signature of version 4. */
function signatureOf(authorization: string | undefined, query: ParsedUrlQuery): Signature | null {
  if (authorization?.startsWith('AWS4-HMAC-SHA256 ')) {
    return {
      accessKey: /Credential=([^/,\s]*)/.exec(authorization)?.[1] ?? '',
      signedHeaders: /SignedHeaders=([^,\s]*)/.exec(authorization)?.[1]?.split(';') ?? [],
    }
  }
  if (!('X-Amz-Algorithm' in query)) return null
  return {
    accessKey: splitOnce(String(query['X-Amz-Credential'] ?? ''), '/')[0],
    signedHeaders: String(query['X-Amz-SignedHeaders'] ?? '').split(';'),
  }
}

/** Whether it is a plain PUT of bytes below the upload prefix. A copy is not: it reads another object. */
function isUpload(
  { method, headers }: IncomingMessage,
  path: string,
  query: string,
  { bucket, uploadPrefix }: Rules,
): boolean {
  if (method !== 'PUT' || uploadPrefix === undefined) return false
  if ('x-amz-copy-source' in headers) return false
  if (!Object.keys(parse(query)).every((name) => SIGNATURE.test(name))) return false
  return decode(path)?.startsWith(`/${bucket}/${uploadPrefix}`) ?? false
}

function isPubliclyReadable(
  request: IncomingMessage,
  path: string,
  { bucket, publicReadPrefixes }: Rules,
): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (amzHeaders(request).length > 0) return false
  const decoded = decode(path)
  return (
    !!decoded && publicReadPrefixes.some((prefix) => beginsWith(decoded, `/${bucket}/${prefix}`))
  )
}

function amzHeaders({ headers }: IncomingMessage): string[] {
  return Object.keys(headers).filter((name) => name.startsWith('x-amz-'))
}

function beginsWith(path: string, pattern: string): boolean {
  const fits = (character: string, at: number) =>
    character === path[at] || (character === '?' && path[at] !== undefined && path[at] !== '/')
  return path.length > pattern.length && [...pattern].every(fits)
}

function decode(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path)
    return /(^|[/\\])\.\.?([/\\]|$)/.test(decoded) ? null : decoded
  } catch {
    return null
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}
