import type { IncomingMessage } from 'node:http'
import { type ParsedUrlQuery, parse } from 'node:querystring'

/** The permissions for one bucket. */
export interface Rules {
  bucket: string
  /** The credential that may do everything. */
  accessKey: string
  /** Publicly readable key prefixes. Default: none. `?` is any one character except a slash, as in a bucket policy. */
  publicReadPrefixes?: readonly string[] | undefined
  /** A second credential that may only put objects below `keyPrefix`. */
  uploader?: { accessKey: string; secretKey: string; keyPrefix: string } | undefined
  /** Obeys unsigned `x-amz-` headers, like MinIO. By default refuses them, like AWS. */
  obeysUnsigned?: boolean | undefined
}

interface Signature {
  accessKey: string
  signedHeaders: readonly string[]
}

// Browsers never sign preflight requests.
const UNSIGNED_METHODS = new Set(['OPTIONS'])
// The emulator resolves these differently from this file.
const AMBIGUOUS_URL = /^[^/]|[\s#\\]/
const SIGNATURE = /^x-amz-/i
const DENIED = 'Access Denied'

/**
 * Why a request must be refused, or null. The emulator verifies signatures, but also accepts unsigned requests and
 * headers.
 */
export function refusal(request: IncomingMessage, rules: Rules): string | null {
  const url = request.url ?? '/'
  if (AMBIGUOUS_URL.test(url)) return 'Unsupported request target'
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
  // An added x-amz-copy-source would let a signed PUT read any object of the bucket.
  return unsigned.length > 0 ? 'The request has unsigned x-amz- headers' : null
}

/** Null without a version 4 signature. */
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

/** Whether it's a plain PUT below the upload prefix, not a copy. */
function isUpload(
  { method, headers }: IncomingMessage,
  path: string,
  query: string,
  { bucket, uploader }: Rules,
): boolean {
  if (method !== 'PUT' || uploader === undefined) return false
  if ('x-amz-copy-source' in headers) return false
  if (!Object.keys(parse(query)).every((name) => SIGNATURE.test(name))) return false
  return decode(path)?.startsWith(`/${bucket}/${uploader.keyPrefix}`) ?? false
}

function isPubliclyReadable(
  request: IncomingMessage,
  path: string,
  { bucket, publicReadPrefixes = [] }: Rules,
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
