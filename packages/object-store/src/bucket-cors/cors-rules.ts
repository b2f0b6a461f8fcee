import { XMLBuilder, XMLParser } from 'fast-xml-parser'

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
export function withPageRule(rules: readonly CorsRule[], origins: readonly string[]): CorsRule[] {
  const earlier = rules.find(({ ID }) => ID === OWN_RULE)?.AllowedOrigin ?? []
  const own = pageRule([...new Set([...earlier, ...origins])])
  const others = rules.filter(({ ID }) => ID !== OWN_RULE)
  // The first rule that fits decides: an older one for the same origin may allow less.
  return [own, ...others]
}

/** @throws when `xml` is not the CORS configuration of a bucket. */
export function parseRules(xml: string): CorsRule[] {
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => LISTS.includes(name) })
  const { CORSConfiguration: configuration } = parser.parse(xml, true)
  if (configuration === undefined) throw new Error('the store has returned no CORSConfiguration')
  return configuration.CORSRule ?? []
}

export function formatRules(rules: readonly CorsRule[]): string {
  const builder = new XMLBuilder({ ignoreAttributes: false })
  return builder.build({ CORSConfiguration: { '@_xmlns': NAMESPACE, CORSRule: rules } })
}
