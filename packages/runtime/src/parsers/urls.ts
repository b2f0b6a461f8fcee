import { isIP } from 'node:net'
import { isPublicAddress } from '@mediajobs/domain'

/** The URL of a PostgreSQL database, unchanged. */
export function parsePostgresUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !isDecodable(url) || isHostList(url)) {
    throw new RangeError(
      'a URL like postgres://user:password@host:5432/database, with one host, special characters percent-encoded',
    )
  }
  return text
}

// libpq takes a list of hosts. `pg` would look up `a,b` as one name.
function isHostList({ hostname, searchParams }: URL): boolean {
  return `${hostname}${searchParams.get('host')}`.includes(',')
}

/** Whether user name, password and path of `url` can be percent-decoded. */
export function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    decodeURIComponent(username + password + pathname)
    return true
  } catch {
    return false
  }
}

/** The URL of an HTTP server, without a slash at its end. */
export function parseHttpUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new RangeError('a URL that begins with https:// or http://')
  }
  return text.replace(/\/+$/, '')
}

/** {@link parseHttpUrl} for a URL to which paths are appended. It is public, so it has no credentials. */
export function parseBaseUrl(text: string): string {
  const base = parseHttpUrl(text)
  const { username, password } = new URL(base)
  if (username || password || /[?#]/.test(base)) {
    throw new RangeError(
      'a URL like https://jobs.example.com/path without user name, query and fragment',
    )
  }
  return base
}

/** {@link parseBaseUrl} for URLs that contain secrets. Without TLS only private hosts are accepted. */
export function parseSecretBaseUrl(text: string): string {
  const base = parseBaseUrl(text)
  const { protocol, hostname } = new URL(base)
  if (protocol === 'https:' || isLocalHost(hostname)) return base
  throw new RangeError(
    'a URL that begins with https:// (http:// only for private addresses and names like jobs.internal)',
  )
}

/** The URL of an HTTP proxy, with its credentials. */
export function parseProxyUrl(text: string): URL {
  const url = URL.parse(text)
  const isBare = url && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === ''
  if (!isBare || !/^https?:$/.test(url.protocol) || !isDecodable(url)) {
    throw new RangeError(
      'a URL like http://user:password@10.0.0.9:3128, special characters percent-encoded',
    )
  }
  return url
}

// Names that do not exist in public DNS: RFC 6761, RFC 6762 and ICANN's .internal.
const LOCAL_NAME = /^[^.]+$|\.(localhost|local|internal|test)$/

/** Whether `hostname` is a private address, or a name that does not exist in public DNS. */
export function isLocalHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) ? !isPublicAddress(address) : LOCAL_NAME.test(hostname)
}
