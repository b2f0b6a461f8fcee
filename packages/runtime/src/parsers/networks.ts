import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

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
