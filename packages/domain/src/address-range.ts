import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

// IANA's IPv4 special-purpose registry (RFC 6890 and successors), multicast and class E. Not in the registry:
// 168.63.129.16, a service inside every Azure network.
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const

// IANA's only global unicast space. Outside it are the blocks that embed an IPv4 address
// (::/96, ::ffff:0:0/96, 64:ff9b::/96, 64:ff9b:1::/48), fc00::/7, fe80::/10 and ff00::/8.
const GLOBAL_IPV6 = ['2000::/3'] as const

// Special blocks inside GLOBAL_IPV6: IETF protocols with Teredo and ORCHID, documentation, 6to4 (embeds an IPv4
// address) and AS112.
const SPECIAL_IPV6 = [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
] as const

const specialIpv4 = blockList('ipv4', SPECIAL_IPV4)
const globalIpv6 = blockList('ipv6', GLOBAL_IPV6)
const specialIpv6 = blockList('ipv6', SPECIAL_IPV6)

function blockList(family: 'ipv4' | 'ipv6', blocks: readonly `${string}/${number}`[]): BlockList {
  const list = new BlockList()
  for (const block of blocks) {
    const [network = '', prefix] = block.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}

/**
 * Whether an IP address is on the public internet: not private, loopback, link-local, shared, multicast,
 * documentation or otherwise special, nor an IPv6 form that embeds such an address.
 *
 * @param address IPv4 in four decimal parts, or IPv6 without brackets. Any other text is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4')
  // A zone (`fe80::1%eth0`) is an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}

/** Networks that requests may go to. Default: only the public internet. */
export interface NetworkPolicy {
  /** Allows every address that isn't blocked. */
  readonly allowPrivateNetworks?: boolean | undefined
  /** Allowed even if not public. */
  readonly allowedNetworks?: BlockList | undefined
  readonly blockedNetworks?: BlockList | undefined
}

/**
 * Whether requests may go to an IP address: it isn't blocked, and is either allowed or public.
 *
 * @param address as for {@link isPublicAddress}
 */
export function isReachable(address: string, policy: NetworkPolicy): boolean {
  const { allowPrivateNetworks, allowedNetworks, blockedNetworks } = policy
  if (isIP(address) === 0 || isIn(address, blockedNetworks)) return false
  return allowPrivateNetworks || isIn(address, allowedNetworks) || isPublicAddress(address)
}

function isIn(address: string, networks: BlockList | undefined): boolean {
  if (!networks) return false
  const [plain = ''] = address.split('%')
  if (networks.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')) return true
  const inner = isIPv6(plain) ? embeddedIpv4(plain) : null
  return inner !== null && networks.check(inner, 'ipv4')
}

// Where the IPv4 address begins, in groups of 16 bits: IPv4-compatible, IPv4-mapped, NAT64 (RFC 6052) and 6to4.
const EMBEDDINGS = [
  [/^0:0:0:0:0:(0|ffff):/, 6],
  [/^64:ff9b:0:0:0:0:/, 6],
  [/^2002:/, 1],
] as const

/** The IPv4 address embedded in an IPv6 address, if any. */
function embeddedIpv4(address: string): string | null {
  const groups = groupsOfIPv6(address)
  const place = EMBEDDINGS.find(([beginning]) => beginning.test(groups.join(':')))?.[1]
  if (place === undefined) return null
  return ipv4Of(groups.slice(place, place + 2))
}

/** Two groups of an IPv6 address as an IPv4 address. */
export function ipv4Of(groups: readonly string[]): string {
  const bytes = groups.flatMap((group) => {
    const bits = Number.parseInt(group, 16)
    return [bits >> 8, bits & 255]
  })
  return bytes.join('.')
}

/** The eight groups of an IPv6 address without a zone: lower case, no leading zeros. */
export function groupsOfIPv6(address: string): string[] {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = written.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail]
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 }

/** The port of an http or https URL. */
export function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number {
  return port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port)
}

export type HostRefusal = 'local_name' | 'special_address'

// RFC 6761: `localhost` and its subdomains are this machine. ICANN reserves `internal` for private networks, where
// clouds serve metadata (metadata.google.internal).
const LOCAL_NAME = /^(?:(?:.*\.)?(?:localhost|internal))?$/

/**
 * Checks the host of a URL without DNS.
 *
 * @param url parsed, which normalizes every spelling of an address (`0x7f.1`, `2130706433`, full-width digits)
 * @returns null for an address that `policy` permits, and for a name that needs DNS
 */
export function refusalOfHost(url: URL, policy: NetworkPolicy = {}): HostRefusal | null {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0) return isReachable(host, policy) ? null : 'special_address'
  // In allowed private networks, local names are fine: their addresses decide.
  if (policy.allowPrivateNetworks || policy.allowedNetworks) return null
  const name = host.toLowerCase().replace(/\.+$/, '')
  return LOCAL_NAME.test(name) ? 'local_name' : null
}
