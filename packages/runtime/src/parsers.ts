import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { RateWindow } from '@mediajobs/domain'

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/

/**
 * Milliseconds of a duration as operators write it: `500ms`, `30s`, `2m`, `2h`, `7d`.
 *
 * @throws {RangeError} with what it should look like.
 */
export function parseDuration(text: string): number {
  const match = DURATION.exec(text.trim())
  if (!match) throw new RangeError('a duration like 500ms, 30s, 2m or 2h')
  return Math.round(Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS])
}

/** `30s,2m,10m` in milliseconds. */
export function parseDurations(text: string): number[] {
  return text.split(',').map(parseDuration)
}

/** `3/1s,20/10s,100/60s`: at most 3 calls in any second, and so on. */
export function parseRateWindows(text: string): RateWindow[] {
  const windows = text.split(',').map((part) => {
    const [limit = '', span = ''] = part.trim().split('/')
    if (!/^[1-9]\d{0,5}$/.test(limit)) throw new RangeError('windows like 3/1s,20/10s,100/60s')
    const spanMs = parseDuration(span)
    if (spanMs < 1) throw new RangeError('windows like 3/1s,20/10s,100/60s')
    return { limit: Number(limit), spanMs }
  })
  return windows.sort((a, b) => a.spanMs - b.spanMs)
}

const MAX_PORT = 65_535

/** `any`, or ports like `443,8443`. */
export function parsePorts(text: string): 'any' | number[] {
  if (text === 'any') return text
  return text.split(',').map((part) => {
    if (!isPort(part.trim())) throw new RangeError('any, or ports like 443,8443')
    return Number(part)
  })
}

/** `10.0.0.53,[fd00::53]:5353`: IP addresses, with a port where it is not 53. */
export function parseNameServers(text: string): string[] {
  const servers = text.split(',').map((part) => part.trim())
  if (servers.every(isNameServer)) return servers
  throw new RangeError('IP addresses of name servers, like 10.0.0.53 or [fd00::53]:5353')
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
