import { isIP, isIPv6 } from 'node:net'
import { groupsOfIPv6, ipv4Of } from '@mediajobs/domain'

// Of the 8 groups of an IPv6 address (RFC 4291) the first 4 name the network of one subscriber.
const NETWORK_GROUPS = 4
// An IPv4 address as IPv6 (RFC 4291, section 2.5.5.2), also where its last part is hexadecimal.
const MAPPED = /^0:0:0:0:0:ffff:/
// Some gateways write a port after the address. RFC 7239 puts both in quotes.
const BRACKETED = /^"?\[([^\]]*)\](?::\d+)?"?$/
const WITH_PORT = /^"?(\d+\.\d+\.\d+\.\d+)(?::\d+)?"?$/
// Texts that aren't an IP address share one name: some proxies forward text that callers made up, which must not
// give them a new limit each time.
const NO_ADDRESS = 'none'

/**
 * The network of a caller: an IPv4 address, or the /64 of an IPv6 address, because providers give a whole /64
 * to one customer. Ignores a port after the address.
 */
export function networkOf(address: string): string {
  const text = address.trim()
  const [plain = ''] = (BRACKETED.exec(text)?.[1] ?? WITH_PORT.exec(text)?.[1] ?? text).split('%')
  if (isIP(plain) === 0) return NO_ADDRESS
  if (!isIPv6(plain)) return plain
  const groups = groupsOfIPv6(plain)
  if (MAPPED.test(groups.join(':'))) return ipv4Of(groups.slice(-2))
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}
