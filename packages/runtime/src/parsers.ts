import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import {
  type CellUrls,
  isCellName,
  isPublicAddress,
  MAX_CELLS,
  type RateWindow,
} from '@mediajobs/domain'

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/

/**
 * Milliseconds of a duration as operators write it: `500ms`, `30s`, `2m`, `2h`, `7d`.
 *
 * @throws {RangeError} with the form that it must have.
 */
function parseDuration(text: string): number {
  const ms = durationMs(text)
  if (Number.isNaN(ms)) throw new RangeError('a duration like 500ms, 30s, 2m or 2h')
  return ms
}

function durationMs(text: string): number {
  const [, count, unit] = DURATION.exec(text.trim()) ?? []
  return Math.round(Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS])
}

/**
 * {@link parseDuration} for a duration from `least` to `most`.
 *
 * @throws {RangeError} with the limits.
 */
export function parseDurationWithin(text: string, least: string, most: string): number {
  const ms = parseDuration(text)
  if (ms < parseDuration(least) || ms > parseDuration(most)) {
    throw new RangeError(`a duration from ${least} to ${most}`)
  }
  return ms
}

// Webhook deliveries are kept for 30 days, and a job that waits for longer is deleted.
const MAX_SCHEDULE = '28d'

/** `30s,2m,10m` in milliseconds. */
export function parseRetryDelays(text: string): number[] {
  const delaysMs = text.split(',').map(durationMs)
  if (delaysMs.reduce((sum, ms) => sum + ms, 0) <= parseDuration(MAX_SCHEDULE)) return delaysMs
  throw new RangeError(`delays like 30s,2m,10m, together at most ${MAX_SCHEDULE}`)
}

// The rate windows of a key that was last used a day ago are deleted.
const MAX_WINDOW = '1d'
const MAX_WINDOW_CALLS = 999_999

/** `3/1s,20/10s,100/60s`: at most 3 calls in any second, and so on. */
export function parseRateWindows(text: string): RateWindow[] {
  const windows = text.split(',').map((part) => {
    const [limit = '', span = '', ...more] = part.trim().split('/')
    const spanMs = durationMs(span)
    const isSpan = spanMs >= 1 && spanMs <= parseDuration(MAX_WINDOW) && more.length === 0
    if (!isSpan || !/^[1-9]\d*$/.test(limit) || Number(limit) > MAX_WINDOW_CALLS) {
      throw new RangeError(
        `windows like 3/1s,20/10s,100/60s, each of 1 to ${MAX_WINDOW_CALLS} calls in 1ms to ${MAX_WINDOW}`,
      )
    }
    return { limit: Number(limit), spanMs }
  })
  return windows.sort((a, b) => a.spanMs - b.spanMs)
}

const MAX_PORT = 65_535

/** `none`, or ports like `22,25`. */
export function parsePorts(text: string): number[] {
  if (text === 'none') return []
  return text.split(',').map((part) => {
    if (!isPort(part.trim())) throw new RangeError('none, or ports like 22,25')
    return Number(part)
  })
}

/** `10.0.0.53,[fd00::53]:5353`: IP addresses, each with its port unless that is 53. */
export function parseNameServers(text: string): string[] {
  const servers = text.split(',').map((part) => part.trim())
  if (servers.every(isNameServer)) return servers
  throw new RangeError('IP addresses of name servers, like 10.0.0.53 or [fd00::53]:5353')
}

/** `10.20.0.0/16,fd00::/8`: networks, or single addresses. */
export function parseNetworks(text: string): BlockList {
  const networks = new BlockList()
  for (const part of text.split(',').map((each) => each.trim())) {
    const [address = '', prefix] = part.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (isIP(address) === 0 || !isAddressRange(part)) {
      throw new RangeError('networks or addresses like 10.20.0.0/16,fd00::/8')
    }
    networks.addSubnet(address, prefix === undefined ? MAX_PREFIX[family] : Number(prefix), family)
  }
  return networks
}

const MAX_PREFIX = { ipv4: 32, ipv6: 128 }

/** `true` or `false`, or another usual spelling of them. */
export function parseYesNo(text: string): boolean {
  if (/^(true|t|yes|on|1)$/.test(text)) return true
  if (/^(false|f|no|off|0)$/.test(text)) return false
  throw new RangeError('true or false')
}

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

function isDecodable({ username, password, pathname }: URL): boolean {
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

/** The name of a cell, unchanged. */
export function parseCell(text: string): string {
  if (isCellName(text)) return text
  throw new RangeError(
    '2 to 8 lower-case letters and digits, and not mjk, mji, mjp or mjs, which begin credentials',
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
      throw new RangeError(`${CELL_URLS_FORM}; "${name}" is no name of a cell, or is there twice`)
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
    throw new RangeError(`${CELL_URLS_FORM}; that of ${name} must be ${error.message}`)
  }
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

/** A mail server, and how to reach it. */
export interface MailServer {
  host: string
  port: number
  /** TLS from the first byte. */
  secure: boolean
  /** Nothing is sent before STARTTLS. False only for private addresses: no secret crosses a public network in clear. */
  requireTLS: boolean
  auth?: { user: string; pass: string }
}

// RFC 8314: 465 for TLS from the first byte, 587 with STARTTLS.
const SUBMISSION_PORTS: Readonly<Record<string, number>> = { 'smtps:': 465, 'smtp:': 587 }

/** `smtps://user:password@mail.example.com`, or `smtp://…` with STARTTLS. */
export function parseSmtpUrl(text: string): MailServer {
  const url = URL.parse(text)
  const defaultPort = url && SUBMISSION_PORTS[url.protocol]
  const isBare = url && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === ''
  if (!defaultPort || !isBare || url.hostname === '' || !isDecodable(url)) {
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

// RFC 5321 permits more. Those addresses are used in attacks, and no known mail server needs them.
const MAIL_ADDRESS = /^[^\s@"'<>(),:;[\]\\]{1,64}@[^\s@"'<>(),:;[\]\\]{1,255}$/

/** Whether `text` is one plain address, to or from which mail can be sent. */
export function isMailAddress(text: string): boolean {
  return MAIL_ADDRESS.test(text)
}

/** An address from which mail is sent, without a name. */
export function parseMailAddress(text: string): string {
  if (isMailAddress(text)) return text
  throw new RangeError('an e-mail address without a name, like no-reply@example.com')
}

// Names that do not exist in public DNS: RFC 6761, RFC 6762 and ICANN's .internal.
const LOCAL_NAME = /^[^.]+$|\.(localhost|local|internal|test)$/

function isLocalHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) ? !isPublicAddress(address) : LOCAL_NAME.test(hostname)
}

type TrustedProxies = boolean | string | ((address: string, hop: number) => boolean)

/** `true`, a number of hops, or addresses and ranges like `10.0.0.0/8,loopback`, as Fastify takes it. */
export function parseTrustedProxies(text: string): TrustedProxies {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^\d{1,3}$/.test(text)) return (_address: string, hop: number) => hop < Number(text)
  if (text.split(',').every((part) => isAddressRange(part.trim()))) return text
  throw new RangeError('true, false, a number of hops, or addresses like 10.0.0.0/8,fd00::/8')
}

function isAddressRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', prefix, ...more] = text.split('/')
  const maxPrefix = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (maxPrefix < 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= maxPrefix)
}

function isNameServer(text: string): boolean {
  if (isIP(text)) return true
  const [, ipv6, ipv4, port] = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d+))?$/.exec(text) ?? []
  const isAddress = ipv6 === undefined ? isIPv4(ipv4 ?? '') : isIPv6(ipv6)
  return isAddress && (port === undefined || isPort(port))
}

function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= MAX_PORT
}
