import { isIP, isIPv6 } from 'node:net'

// RFC 4291: an IPv6 address has 8 groups, of which the first 4 name a network of its subscribers.
const GROUPS = 8
const NETWORK_GROUPS = 4
// Some gateways write a port behind the address. RFC 7239 puts both in quotes.
const BRACKETED = /^"?\[([^\]]*)\](?::\d+)?"?$/
const WITH_PORT = /^"?(\d+\.\d+\.\d+\.\d+)(?::\d+)?"?$/
// All that is no IP address: a proxy that passes on what callers write must not give each a new limit.
const NO_ADDRESS = 'none'

/**
 * What one caller holds of the internet's addresses: an IPv4 address, or the /64 of an IPv6 address,
 * all of which a provider gives to one customer. A port behind the address is no part of it. Every
 * text that is no IP address is one and the same network.
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
