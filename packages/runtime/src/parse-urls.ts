import { isIP } from 'node:net'
import {
  type CellUrls,
  isCellName,
  isMailAddress,
  isPublicAddress,
  MAX_CELLS,
} from '@mediajobs/domain'

export function parsePostgresUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !isDecodable(url) || isHostList(url)) {
    throw new RangeError(
      'a URL like postgres://user:password@host:5432/database, with one host and special characters percent-encoded',
    )
  }
  return text.trim()
}

// libpq accepts a list of hosts; `pg` would look up `a,b` as one name.
function isHostList({ hostname, searchParams }: URL): boolean {
  return `${hostname}${searchParams.get('host')}`.includes(',')
}

function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    decodeURIComponent(username + password + pathname)
    return true
  } catch {
    return false
  }
}

/** An HTTP URL, without surrounding whitespace (a file with Windows line ends has a CR) and trailing slashes. */
export function parseHttpUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new RangeError('a URL that begins with https:// or http://')
  }
  return text.trim().replace(/\/+$/, '')
}

/** {@link parseHttpUrl} for a public URL to which paths are appended, so without credentials. */
export function parseBaseUrl(text: string): string {
  const base = parseHttpUrl(text)
  const { username, password } = new URL(base)
  if (username || password || /[?#]/.test(base)) {
    throw new RangeError(
      'a URL like https://jobs.example.com/path, without user name, query or fragment',
    )
  }
  return base
}

/** {@link parseBaseUrl} for URLs that contain secrets: http:// only for private hosts. */
export function parseSecretBaseUrl(text: string): string {
  const base = parseBaseUrl(text)
  const { protocol, hostname } = new URL(base)
  if (protocol === 'https:' || isLocalHost(hostname)) return base
  throw new RangeError(
    'a URL that begins with https:// (http:// only for private addresses and names like jobs.internal)',
  )
}

/** {@link parseSecretBaseUrl} without a path. */
export function parseSecretOrigin(text: string): string {
  const base = parseSecretBaseUrl(text)
  if (isBare(new URL(base))) return base
  throw new RangeError('a URL like https://api.example.com, without a path')
}

/** Without path, query and fragment. */
function isBare({ pathname, search, hash }: URL): boolean {
  return /^\/?$/.test(pathname) && search === '' && hash === ''
}

export function parseProxyUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !isBare(url) || !/^https?:$/.test(url.protocol) || !isDecodable(url)) {
    throw new RangeError(
      'a URL like http://user:password@10.0.0.9:3128, special characters percent-encoded',
    )
  }
  return url
}

// RFC 6761, RFC 6762 and ICANN's .internal.
const LOCAL_NAME = /^[^.]+$|\.(localhost|local|internal|test)$/

/** Whether `hostname` is a private address, or a name outside of public DNS. */
export function isLocalHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) ? !isPublicAddress(address) : LOCAL_NAME.test(hostname)
}

export interface MailServer {
  host: string
  port: number
  /** Implicit TLS. */
  secure: boolean
  /** Requires STARTTLS. False only for private addresses, so no secret crosses a public network in the clear. */
  requireTLS: boolean
  auth?: { user: string; pass: string }
}

// RFC 8314: 465 for implicit TLS, 587 for STARTTLS.
const SUBMISSION_PORTS: Readonly<Record<string, number>> = { 'smtps:': 465, 'smtp:': 587 }

/** `smtps://user:password@mail.example.com`, or `smtp://…` with STARTTLS. */
export function parseSmtpUrl(text: string): MailServer {
  const url = URL.parse(text)
  const defaultPort = url && SUBMISSION_PORTS[url.protocol]
  if (!defaultPort || !isBare(url) || url.hostname === '' || !isDecodable(url)) {
    throw new RangeError(
      'a URL like smtps://user:password@mail.example.com:465, special characters percent-encoded',
    )
  }
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? defaultPort : Number(url.port),
    secure,
    requireTLS: !secure && !isLocalHost(url.hostname),
    ...(user !== '' && { auth: { user, pass } }),
  }
}

export function parseMailAddress(text: string): string {
  if (isMailAddress(text)) return text
  throw new RangeError('an email address without a name, like no-reply@example.com')
}

export function parseCell(text: string): string {
  if (isCellName(text)) return text
  throw new RangeError(
    '2 to 8 lowercase letters and digits, except the credential prefixes mjk, mji, mjp and mjs',
  )
}

const CELL_URLS_FORM =
  'cells and base URLs like eu1=https://eu1.example.com,us1=https://us1.example.com'

/** `eu1=https://eu1.example.com,us1=https://us1.example.com`: cells and their {@link parseSecretBaseUrl}. */
export function parseCellUrls(text: string): CellUrls {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length > MAX_CELLS) throw new RangeError(`at most ${MAX_CELLS} cells`)
  const urls = new Map<string, string>()
  for (const part of parts) {
    const [, name = '', url = ''] = /^([^=]*)=(.*)$/.exec(part) ?? []
    if (!isCellName(name) || urls.has(name)) {
      throw new RangeError(`${CELL_URLS_FORM}; "${name || part}" is invalid or a duplicate`)
    }
    urls.set(name, cellUrl(name, url))
  }
  return urls
}

function cellUrl(name: string, text: string): string {
  try {
    return parseSecretBaseUrl(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new RangeError(`${CELL_URLS_FORM}; the URL of ${name} must be ${error.message}`)
  }
}
