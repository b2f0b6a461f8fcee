import { isIP, isIPv6 } from 'node:net'

// RFC 4291: an IPv6 address has 8 groups. The first 4 name the network of one subscriber.
const GROUPS = 8
const NETWORK_GROUPS = 4
// Some gateways write a port after the address. RFC 7239 puts both in quotes.
const BRACKETED = /^"?\[([^\]]*)\](?::\d+)?"?$/
const WITH_PORT = /^"?(\d+\.\d+\.\d+\.\d+)(?::\d+)?"?$/
// All texts that are no IP address share one name. Some proxies forward text that callers made up: it must
// not give them a new limit each time.
const NO_ADDRESS = 'none'

/**
 * The network of a caller: an IPv4 address, or the /64 of an IPv6 address, because a provider gives a
 * whole /64 to one customer. A port after the address is ignored. Every text that is no IP address gives
 * the same network.
 */
export function networkOf(address: string): string {
  const text = address.trim()
  const [plain = ''] = (BRACKETED.exec(text)?.[1] ?? WITH_PORT.exec(text)?.[1] ?? text).split('%')
  if (isIP(plain) === 0) return NO_ADDRESS
  if (!isIPv6(plain)) return plain
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? networkOfIPv6(plain)
}

function networkOfIPv6(address: string): string {
  const [head = [], tail] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const groups = [...head]
  if (tail) {
    // An IPv4 address at the end takes the place of two groups.
    const length = tail.length + (tail.at(-1)?.includes('.') ? 1 : 0)
    groups.push(...Array<string>(GROUPS - head.length - length).fill('0'), ...tail)
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16))
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}
