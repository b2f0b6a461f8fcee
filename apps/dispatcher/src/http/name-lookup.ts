import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'

/** All addresses of a name. Rejects with an error of `node:dns` when it has none. */
export type ResolveAll = (hostname: string) => Promise<LookupAddress[]>

// A lost query is sent again after 1 s, and once more after at most another 3 s.
const RETRIES = { timeout: 1_000, maxTimeout: 3_000, tries: 3 }
// An attempt has 10 s. The other 3 s are enough to connect and to get a response.
const LIMIT_MS = 7_000
// Some name servers respond for one address family and never for the other.
const OTHER_FAMILY_MS = 1_000

/**
 * The lookup of the operating system, with hosts file and search domains. Only four such lookups run at
 * a time (libuv's threads), so a name whose lookup hangs delays all others.
 */
export const askSystem: ResolveAll = (hostname) => lookup(hostname, { all: true })

/**
 * Queries name servers directly, for A and AAAA at once, and for any number of names at a time. A name
 * is used as it is: no hosts file and no search domain can turn it into an internal one.
 *
 * @param servers each `ip` or `ip:port`; default: those that the operating system has at that time
 * @returns the addresses that came within 7 seconds, IPv4 first; rejects with code ETIMEOUT when no
 *   server has responded in that time
 */
export function askNameServers(servers: readonly string[] = []): ResolveAll {
  return async (hostname) => {
    // One resolver for each name: it can be cancelled, and it reads the present settings of the system.
    const resolver = new Resolver(RETRIES)
    if (servers.length > 0) resolver.setServers(servers)
    const giveUp = () => resolver.cancel()
    let timer = setTimeout(giveUp, LIMIT_MS)
    const hurry = () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, OTHER_FAMILY_MS)
    }
    const ipv4 = resolver.resolve4(hostname)
    const ipv6 = resolver.resolve6(hostname)
    ipv4.then(hurry, () => {})
    ipv6.then(hurry, () => {})
    const [four, six] = await Promise.allSettled([ipv4, ipv6])
    clearTimeout(timer)
    const found = [...addressesOf(four, 4), ...addressesOf(six, 6)]
    if (found.length > 0) return found
    throw errorOf([four, six])
  }
}

type Settled = PromiseSettledResult<string[]>

function addressesOf(result: Settled, family: 4 | 6): LookupAddress[] {
  if (result.status === 'rejected') return []
  return result.value.map((address) => ({ address, family }))
}

/** The more precise of the two failures. `ENODATA` also comes for a name that has other records. */
function errorOf(results: readonly Settled[]): NodeJS.ErrnoException {
  const errors = results.flatMap((result) => (result.status === 'rejected' ? result.reason : []))
  const error = errors.find(({ code }) => code !== 'ENODATA') ?? errors[0]
  if (error === undefined) return dnsError('ENODATA')
  return error.code === 'ECANCELLED' ? dnsError('ETIMEOUT') : error
}

function dnsError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`queryA ${code}`), { code, syscall: 'queryA' })
}
