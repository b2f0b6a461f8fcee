import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ClientOptions } from '../client.ts'
import { presignedUrl } from '../presign.ts'
import { ObjectStoreUnavailable } from '../unavailable.ts'
import { type CorsRule, formatRules, parseRules, withPageRule } from './cors-rules.ts'

/** `unsupported`: the store has no CORS for each bucket, or its credential may not change it. */
export type CorsChange = 'changed' | 'unchanged' | 'unsupported'

const RESPONSE_LIMIT_MS = 10_000
const SIGNED_SECONDS = 60
// No rules yet: S3 responds with NoSuchCORSConfiguration.
const NONE = 404
const NOT_IMPLEMENTED = 501

/**
 * Lets pages of these origins put and read files. The other rules of the bucket stay as they are. It can be
 * repeated.
 *
 * @throws {ObjectStoreUnavailable}
 */
export async function allowPages(
  bucket: ClientOptions & { bucket: string },
  origins: readonly string[],
): Promise<CorsChange> {
  const { status, text } = await send(bucket, 'GET')
  if (status !== 200 && status !== NONE) return 'unsupported'
  const rules = status === 200 ? rulesOf(text) : []
  const wanted = withPageRule(rules, origins)
  if (isDeepStrictEqual(wanted, rules)) return 'unchanged'
  const put = await send(bucket, 'PUT', formatRules(wanted))
  return put.status < 300 ? 'changed' : 'unsupported'
}

function rulesOf(xml: string): CorsRule[] {
  try {
    return parseRules(xml)
  } catch (error) {
    throw new ObjectStoreUnavailable('show the CORS of the bucket', error)
  }
}

/** The service's own credential signs: only the owner of a bucket may see its CORS. */
async function send(
  { endpoint, bucket, ...keys }: ClientOptions & { bucket: string },
  method: 'GET' | 'PUT',
  body?: string,
): Promise<{ status: number; text: string }> {
  // AWS takes a change of CORS only with the checksum of its body.
  const headers = body === undefined ? {} : { 'content-md5': hash('md5', body, 'base64') }
  const url = await presignedUrl(keys, {
    method,
    url: `${endpoint}/${bucket}?cors=`,
    headers,
    expiresInSeconds: SIGNED_SECONDS,
  })
  const sending = { method, headers, ...(body !== undefined && { body }) }
  const signal = AbortSignal.timeout(RESPONSE_LIMIT_MS)
  const response = await fetch(url, { ...sending, signal }).catch((error) => {
    throw new ObjectStoreUnavailable('respond', error)
  })
  const { status } = response
  if (status >= 500 && status !== NOT_IMPLEMENTED) {
    throw new ObjectStoreUnavailable('respond', new Error(`its response was ${status}`))
  }
  return { status, text: await response.text() }
}
