import {
  DEFAULT_BLOCKED_PORTS,
  type HostRefusal,
  MAX_RECEIVER_URL_LENGTH,
  refusalOfHost,
} from '@mediajobs/domain'
import { invalid } from '../errors.ts'

/** What the operator allows receivers to be; production wants https and public addresses. */
export interface ReceiverPolicy {
  readonly allowHttp: boolean
  readonly allowPrivateNetworks: boolean
  /** Default: {@link DEFAULT_BLOCKED_PORTS}; none where private networks are allowed. */
  readonly blockedPorts?: readonly number[] | undefined
}

const HTTPS_PORT = 443
const HTTP_PORT = 80

const HOST_PROBLEMS: Record<HostRefusal, string> = {
  local_name: 'url must not name a host of this machine or of a private network',
  special_address: 'url must not have a private, loopback, link-local or other special address',
}
// RFC 3986, section 2.3: encoding these changes nothing of what a URL means.
const UNRESERVED = /[\w.~-]/
// An encoded byte, and the characters that RFC 3986 lets stand nowhere but that the WHATWG parser
// leaves as they are, a `%` that begins no encoded byte among them.
const ENCODED_OR_FOREIGN = /%[\da-f]{2}|[%"<>\\^`{|}]/gi

/**
 * The URL of a receiver in the one form that all its spellings share: what the WHATWG parser makes
 * of it, without the trailing dot of the host and an empty query, and with percent-encoding
 * normalised as RFC 3986 has it (section 6.2.2). The order of the query stays.
 *
 * @throws {OperationError} `invalid` for a URL that is none, or that webhooks are not sent to. Only
 *   a literal address can be judged here; names are judged when the connection is made.
 */
export function receiverUrl(text: string, policy: ReceiverPolicy): string {
  const url = URL.parse(text)
  if (!url) throw invalid('url must be a whole URL, like https://example.com/webhooks')
  const problems = problemsOf(url, policy)
  if (problems.length > 0) throw invalid(problems)
  const normalised = normalisedUrl(url)
  if (normalised.length > MAX_RECEIVER_URL_LENGTH) {
    throw invalid(
      `url must have at most ${MAX_RECEIVER_URL_LENGTH} characters when it is percent-encoded`,
    )
  }
  return normalised
}

function problemsOf(url: URL, policy: ReceiverPolicy): string[] {
  const { allowHttp, allowPrivateNetworks } = policy
  const { protocol, username, password, hostname, href } = url
  if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) {
    return [`url must begin with https://${allowHttp ? ' or http://' : ''}`]
  }
  const problems: string[] = []
  if (username || password) problems.push('url must not hold a user name or a password')
  if (href.includes('#')) problems.push('url must not have a fragment: a request never carries it')
  const refusal = allowPrivateNetworks ? null : refusalOfHost(url)
  if (refusal) problems.push(HOST_PROBLEMS[refusal])
  else if (/^\.|\.\./.test(hostname)) problems.push('url must name a host that can exist')
  if (isPortBlocked(url, policy)) {
    problems.push(`url must have another port: webhooks are not sent to ${portOf(url)}`)
  }
  return problems
}

/**
 * Whether webhooks are not sent to the port of `url`: mail servers, databases and the like may take a
 * request for commands of their own. Which hosts may be reached is not decided here.
 */
export function isPortBlocked(url: URL, policy: ReceiverPolicy): boolean {
  const usual = policy.allowPrivateNetworks ? [] : DEFAULT_BLOCKED_PORTS
  const port = portOf(url)
  return port === 0 || (policy.blockedPorts ?? usual).includes(port)
}

function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'http:' ? HTTP_PORT : HTTPS_PORT
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
