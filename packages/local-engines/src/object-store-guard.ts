import type { IncomingMessage } from 'node:http'
import { type ParsedUrlQuery, parse } from 'node:querystring'

export interface PublicRead {
  bucket: string
  /**
   * Objects whose key begins with one of these are readable without a signature; `?` is any one
   * character but a slash.
   */
  keyPrefixes: readonly string[]
}

// The browser's preflight carries no signature anywhere.
const UNSIGNED_METHODS = new Set(['OPTIONS'])
// The emulator would resolve these in another way than this file does.
const AMBIGUOUS_URL = /^[^/]|[\s#\\]/

/**
 * Null if the emulator may answer the request, otherwise why not. The emulator verifies a signature
 * that is there; it lets through a request without one, and headers that nobody signed.
 */
export function refusal(request: IncomingMessage, publicRead: PublicRead): string | null {
  const url = request.url ?? '/'
  if (AMBIGUOUS_URL.test(url)) return 'The request target is not one that this store reads'
  if (UNSIGNED_METHODS.has(request.method ?? '')) return null
  const [path = '', query = ''] = splitOnce(url, '?')
  const signedHeaders = signedHeadersOf(request.headers.authorization, parse(query))
  if (signedHeaders === null) {
    const readable = query === '' && isPubliclyReadable(request, path, publicRead)
    return readable ? null : 'Access Denied'
  }
  const unsigned = Object.keys(request.headers).filter(
    (name) => name.startsWith('x-amz-') && !signedHeaders.includes(name),
  )
  // A signed PUT with x-amz-copy-source put on top of it would read any object of the bucket.
  return unsigned.length > 0
    ? 'There were x-amz- headers in the request that were not signed'
    : null
}

/** Null when the request bears no signature of version 4. */
function signedHeadersOf(
  authorization: string | undefined,
  query: ParsedUrlQuery,
): string[] | null {
  if (authorization?.startsWith('AWS4-HMAC-SHA256 ')) {
    return /SignedHeaders=([^,\s]*)/.exec(authorization)?.[1]?.split(';') ?? []
  }
  return 'X-Amz-Algorithm' in query ? String(query['X-Amz-SignedHeaders'] ?? '').split(';') : null
}

function isPubliclyReadable(
  request: IncomingMessage,
  path: string,
  { bucket, keyPrefixes }: PublicRead,
): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (Object.keys(request.headers).some((name) => name.startsWith('x-amz-'))) return false
  const decoded = decode(path)
  return !!decoded && keyPrefixes.some((prefix) => beginsWith(decoded, `/${bucket}/${prefix}`))
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
