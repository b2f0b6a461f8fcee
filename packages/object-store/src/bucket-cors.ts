import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import { type ClientOptions, ObjectStoreUnavailable } from './client.ts'
import { presignedUrl } from './presign.ts'

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

/** A rule of a bucket's CORS, with the names of S3. A rule of the operator may have further fields. */
export interface CorsRule {
  ID?: string
  AllowedOrigin: string[]
  AllowedMethod: string[]
  AllowedHeader?: string[]
  MaxAgeSeconds?: string
}

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'
const LISTS = ['CORSRule', 'AllowedOrigin', 'AllowedMethod', 'AllowedHeader', 'ExposeHeader']
// By this name the service finds its own rule again, between those of the operator.
const OWN_RULE = 'mediajobs-pages'
// Browsers ask again after this time at the latest. A shoot has many files.
const MAX_AGE_SECONDS = '3600'

/**
 * What pages need: they put files to presigned addresses, with the content type that was presigned, and read
 * files to save them. `origins` may contain one `*` each.
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

/** `rules` with that of pages, which keeps its earlier origins. Other rules stay as they are. */
function withPageRule(rules: readonly CorsRule[], origins: readonly string[]): CorsRule[] {
  const earlier = rules.find(({ ID }) => ID === OWN_RULE)?.AllowedOrigin ?? []
  const own = pageRule([...new Set([...earlier, ...origins])])
  const others = rules.filter(({ ID }) => ID !== OWN_RULE)
  // The first rule that fits decides: an older one for the same origin may allow less.
  return [own, ...others]
}

/** @throws when `xml` is not the CORS configuration of a bucket. */
function parseRules(xml: string): CorsRule[] {
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => LISTS.includes(name) })
  const { CORSConfiguration: configuration } = parser.parse(xml, true)
  if (configuration === undefined) throw new Error('the store has returned no CORSConfiguration')
  return configuration.CORSRule ?? []
}

function formatRules(rules: readonly CorsRule[]): string {
  const builder = new XMLBuilder({ ignoreAttributes: false })
  return builder.build({ CORSConfiguration: { '@_xmlns': NAMESPACE, CORSRule: rules } })
}
