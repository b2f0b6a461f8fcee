import { isIPv6 } from 'node:net'

// RFC 4291: an IPv6 address has 8 groups, of which the first 4 name a network of its subscribers.
const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * What one caller holds of the internet's addresses: an IPv4 address, or the /64 of an IPv6 address,
 * all of which a provider gives to one customer.
 */
export function networkOf(address: string): string {
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (embedded !== undefined) return embedded
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const [head = [], tail] = plain.split('::').map((part) => part.split(':').filter(Boolean))
  const groups = [...head]
  if (tail) {
    // An IPv4 address at the end takes the place of two groups.
    const length = tail.length + (tail.at(-1)?.includes('.') ? 1 : 0)
    groups.push(...Array<string>(GROUPS - head.length - length).fill('0'), ...tail)
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16))
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}
