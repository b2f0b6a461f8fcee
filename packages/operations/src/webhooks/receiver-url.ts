import {
  DEFAULT_BLOCKED_PORTS,
  type HostRefusal,
  MAX_RECEIVER_URL_LENGTH,
  type NetworkPolicy,
  portOf,
  refusalOfHost,
} from '@mediajobs/domain'
import { invalid, refusedField, refuseFields } from '../shared/errors.ts'

/** The receivers allowed by the operator; in production, only https and public addresses. */
export interface ReceiverPolicy extends NetworkPolicy {
  readonly allowHttp: boolean
  readonly allowPrivateNetworks: boolean
  /** Default: {@link DEFAULT_BLOCKED_PORTS}; none if private networks are allowed. */
  readonly blockedPorts?: readonly number[] | undefined
}

const HOST_PROBLEMS: Record<HostRefusal, string> = {
  local_name: 'must not name a host on this machine or a private network',
  special_address: 'must not have a private, loopback, link-local or other special address',
}
// RFC 3986, section 2.3: equivalent encoded or not.
const UNRESERVED = /[\w.~-]/
// An encoded byte, or a character invalid in RFC 3986 that the WHATWG parser doesn't encode, such as a stray `%`.
const ENCODED_OR_FOREIGN = /%[\da-f]{2}|[%"<>\\^`{|}]/gi

/**
 * Normalizes a receiver's URL: WHATWG serialization, without the host's trailing dot or an empty query, and with
 * percent-encoding normalized by RFC 3986 (section 6.2.2). Keeps the query's order.
 *
 * @throws {OperationError} `invalid` for an invalid or disallowed URL. Checks only literal addresses; host names are
 *   checked on connect.
 */
export function receiverUrl(text: string, policy: ReceiverPolicy): string {
  const url = URL.parse(text)
  if (!url)
    throw invalid(
      'url',
      'wrong_format',
      'must be an absolute URL, like https://example.com/webhooks',
    )
  const problems = problemsOf(url, policy)
  refuseFields(problems.map((problem) => refusedField('url', 'not_allowed', problem)))
  const normalised = normalisedUrl(url)
  if (normalised.length > MAX_RECEIVER_URL_LENGTH) {
    throw invalid(
      'url',
      'too_long',
      `must have at most ${MAX_RECEIVER_URL_LENGTH} characters when percent-encoded`,
    )
  }
  return normalised
}

function problemsOf(url: URL, policy: ReceiverPolicy): string[] {
  const { allowHttp } = policy
  const { protocol, username, password, hostname, href } = url
  if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) {
    return [`must begin with https://${allowHttp ? ' or http://' : ''}`]
  }
  const problems: string[] = []
  if (username || password) problems.push('must not have a user name or a password')
  if (href.includes('#')) problems.push('must not have a fragment: it is never sent')
  const refusal = refusalOfHost(url, policy)
  if (refusal) problems.push(HOST_PROBLEMS[refusal])
  else if (/^\.|\.\./.test(hostname)) problems.push('must have a valid host name')
  const port = portOf(url)
  if (blockedPortsOf(policy).includes(port)) {
    problems.push(`must have another port: webhooks can't be sent to ${port}`)
  }
  return problems
}

/** Blocked ports: a mail server or database might interpret a request as commands. */
export function blockedPortsOf(policy: ReceiverPolicy): readonly number[] {
  const defaultPorts = policy.allowPrivateNetworks ? [] : DEFAULT_BLOCKED_PORTS
  return [0, ...(policy.blockedPorts ?? defaultPorts)]
}

function normalisedUrl(parsed: URL): string {
  const url = new URL(parsed)
  url.hostname = url.hostname.replace(/\.$/, '')
  url.pathname = normalEncoding(url.pathname)
  url.search = normalEncoding(url.search)
  return url.href
}

function normalEncoding(part: string): string {
  return part.replace(ENCODED_OR_FOREIGN, (found) => {
    if (found.length === 1) return encodeURIComponent(found)
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16))
    return UNRESERVED.test(character) ? character : found.toUpperCase()
  })
}
