import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import type { RateWindow } from '@mediajobs/domain'

// Each parser throws a RangeError that completes the sentence "NAME must be …".

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/

/** Milliseconds of a duration: `500ms`, `30s`, `2m`, `2h`, `7d`. */
function parseDuration(text: string): number {
  const ms = durationMs(text)
  if (Number.isNaN(ms)) throw new RangeError('a duration like 500ms, 30s, 2m or 2h')
  return ms
}

function durationMs(text: string): number {
  const [, count, unit] = DURATION.exec(text.trim()) ?? []
  return Math.round(Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS])
}

/** {@link parseDuration} from `least` to `most`. */
export function parseDurationWithin(text: string, least: string, most: string): number {
  const ms = parseDuration(text)
  if (ms < parseDuration(least) || ms > parseDuration(most)) {
    throw new RangeError(`a duration from ${least} to ${most}`)
  }
  return ms
}

// Within the default retention. A job that waits longer is deleted.
const MAX_SCHEDULE = '28d'

/** `30s,2m,10m` in milliseconds. */
export function parseRetryDelays(text: string): number[] {
  const delaysMs = text.split(',').map(durationMs)
  if (delaysMs.reduce((sum, ms) => sum + ms, 0) <= parseDuration(MAX_SCHEDULE)) return delaysMs
  throw new RangeError(`delays like 30s,2m,10m, together at most ${MAX_SCHEDULE}`)
}

// The rate windows of a key unused for a day are deleted.
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

/** `10.0.0.53,[fd00::53]:5353`: IP addresses with optional ports. */
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

type TrustedProxies = boolean | string | ((address: string, hop: number) => boolean)

/** `true`, a number of hops, or addresses and ranges like `10.0.0.0/8,loopback`, for Fastify. */
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

export function parseYesNo(text: string): boolean {
  if (/^(true|t|yes|on|1)$/.test(text)) return true
  if (/^(false|f|no|off|0)$/.test(text)) return false
  throw new RangeError('true or false')
}
