import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import { type ClientOptions, ObjectStoreUnavailable } from './client.ts'
import { presignedUrl } from './presign.ts'

/** `unsupported`: the store lacks per-bucket CORS, or the credential may not change it. */
export type CorsChange = 'changed' | 'unchanged' | 'unsupported'

const RESPONSE_LIMIT_MS = 10_000
const SIGNED_SECONDS = 60
// NoSuchCORSConfiguration
const NONE = 404
const NOT_IMPLEMENTED = 501

/**
 * Allows pages of these origins to put and read files. Keeps other rules of the bucket. Idempotent.
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
    throw new ObjectStoreUnavailable('return the CORS of the bucket', error)
  }
}

/** Signed with the service's credential: only the bucket's owner may read its CORS. */
async function send(
  { endpoint, bucket, ...keys }: ClientOptions & { bucket: string },
  method: 'GET' | 'PUT',
  body?: string,
): Promise<{ status: number; text: string }> {
  // AWS requires a checksum of the body.
  const headers = body === undefined ? {} : { 'content-md5': hash('md5', body, 'base64') }
  const url = await presignedUrl(keys, {
    method,
    url: `${endpoint}/${bucket}?cors=`,
    headers,
    expiresInSeconds: SIGNED_SECONDS,
  })
  const sending = { method, headers, ...(body !== undefined && { body }) }
  const signal = AbortSignal.timeout(RESPONSE_LIMIT_MS)
  const received = await fetch(url, { ...sending, signal })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch((error) => {
      throw new ObjectStoreUnavailable('respond', error)
    })
  const { status } = received
  if (status >= 500 && status !== NOT_IMPLEMENTED) {
    throw new ObjectStoreUnavailable('respond', new Error(`status ${status}`))
  }
  return received
}

/** A CORS rule in S3's terms. The operator's rules may have more fields. */
export interface CorsRule {
  ID?: string
  AllowedOrigin: string[]
  AllowedMethod: string[]
  AllowedHeader?: string[]
  MaxAgeSeconds?: string
}

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'
const LISTS = ['CORSRule', 'AllowedOrigin', 'AllowedMethod', 'AllowedHeader', 'ExposeHeader']
// Tells the service's rule from the operator's.
const OWN_RULE = 'mediajobs-pages'
// Saves preflights: a shoot has many files.
const MAX_AGE_SECONDS = '3600'

/**
 * The rule for pages, which PUT files to presigned URLs with the presigned content type, and GET files to save them.
 * `origins` may contain one `*` each.
 */
export function pageRule(origins: readonly string[]): CorsRule {
  return {
    ID: OWN_RULE,
    AllowedOrigin: [...origins],
    AllowedMethod: ['GET', 'HEAD', 'PUT'],
    AllowedHeader: ['content-type'],
    MaxAgeSeconds: MAX_AGE_SECONDS,
  }
}

/** `rules` with the rule for pages, which keeps its earlier origins. */
function withPageRule(rules: readonly CorsRule[], origins: readonly string[]): CorsRule[] {
  const earlier = rules.find(({ ID }) => ID === OWN_RULE)?.AllowedOrigin ?? []
  const own = pageRule([...new Set([...earlier, ...origins])])
  const others = rules.filter(({ ID }) => ID !== OWN_RULE)
  // First, because the first match wins: an older rule for the same origin may allow less.
  return [own, ...others]
}

/** @throws if `xml` isn't a CORS configuration. */
function parseRules(xml: string): CorsRule[] {
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => LISTS.includes(name) })
  const { CORSConfiguration: configuration } = parser.parse(xml, true)
  if (configuration === undefined) throw new Error('the response has no CORSConfiguration')
  return configuration.CORSRule ?? []
}

function formatRules(rules: readonly CorsRule[]): string {
  const builder = new XMLBuilder({ ignoreAttributes: false })
  return builder.build({ CORSConfiguration: { '@_xmlns': NAMESPACE, CORSRule: rules } })
}
