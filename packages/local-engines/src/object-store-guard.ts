import type { IncomingMessage } from 'node:http'
import { type ParsedUrlQuery, parse } from 'node:querystring'

/** Who may do what with one bucket. */
export interface Rules {
  bucket: string
  /** May do everything. Every other key may only upload. */
  accessKey: string
  /**
   * Objects whose key begins with one of these are readable without a signature; `?` is any one
   * character but a slash.
   */
  publicReadPrefixes: readonly string[]
  /** Where other keys may put objects; nowhere when it is left out. */
  uploadPrefix: string | undefined
  /** Whether `x-amz-` headers count that nobody signed. */
  obeysUnsigned: boolean
}

interface Signature {
  accessKey: string
  signedHeaders: readonly string[]
}

// The browser's preflight carries no signature anywhere.
const UNSIGNED_METHODS = new Set(['OPTIONS'])
// The emulator would resolve these in another way than this file does.
const AMBIGUOUS_URL = /^[^/]|[\s#\\]/
const SIGNATURE = /^x-amz-/i
const DENIED = 'Access Denied'

/**
 * Null if the emulator may answer the request, otherwise why not. The emulator verifies a signature
 * that is there; it lets through a request without one, and headers that nobody signed.
 */
export function refusal(request: IncomingMessage, rules: Rules): string | null {
  const url = request.url ?? '/'
  if (AMBIGUOUS_URL.test(url)) return 'The request target is not one that this store reads'
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
  // A signed PUT with x-amz-copy-source put on top of it would read any object of the bucket.
  return unsigned.length > 0
    ? 'There were x-amz- headers in the request that were not signed'
    : null
}

/** Null when the request bears no signature of version 4. */
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

/** A plain PUT of bytes below the upload prefix. A copy reads another object, and so is none. */
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
