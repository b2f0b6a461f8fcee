import { isIP, isIPv6 } from 'node:net'
import { groupsOfIPv6, ipv4Of } from '@mediajobs/domain'

// The /64 of a subscriber: the first 4 of 8 groups (RFC 4291).
const NETWORK_GROUPS = 4
// IPv4-mapped (RFC 4291, section 2.5.5.2), even in hexadecimal.
const MAPPED = /^0:0:0:0:0:ffff:/
// Some gateways append a port. RFC 7239 quotes both.
const BRACKETED = /^"?\[([^\]]*)\](?::\d+)?"?$/
const WITH_PORT = /^"?(\d+\.\d+\.\d+\.\d+)(?::\d+)?"?$/
// Shared by everything that isn't an IP address: some proxies forward text made up by callers, which must not buy them a
// fresh limit.
const NO_ADDRESS = 'none'

/**
 * A caller's network: the IPv4 address, or the /64 of an IPv6 address, which providers assign to one customer. Ignores a
 * port.
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
