import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'

/** Every address of a name; rejects with an error of `node:dns` when it has none. */
export type ResolveAll = (hostname: string) => Promise<LookupAddress[]>

// A question that was lost on the way is asked again after 1 s and, at the latest, 3 s later.
const PATIENCE = { timeout: 1_000, maxTimeout: 3_000, tries: 3 }
// Of the 10 s of an attempt: what is left is enough to connect and to be answered.
const LIMIT_MS = 7_000
// Some name servers answer for one family and never for the other.
const OTHER_FAMILY_MS = 1_000

/**
 * Asks as every program of the machine does: hosts file and search domains count. The system answers
 * four such questions at a time (libuv's threads), so names that hang delay all others.
 */
export const askSystem: ResolveAll = (hostname) => lookup(hostname, { all: true })

/**
 * Asks name servers directly, for A and AAAA at once, and any number of names at a time. A name is
 * taken as it stands: neither the hosts file nor a search domain can turn it into an inner one.
 *
 * @param servers `ip` or `ip:port`; none: those of the operating system, as they are at the time
 * @returns what has answered within 7 seconds, IPv4 first; rejects with code ETIMEOUT when nothing has
 */
export function askNameServers(servers: readonly string[] = []): ResolveAll {
  return async (hostname) => {
    // One for each name: it can be cancelled, and has read what the system says now.
    const resolver = new Resolver(PATIENCE)
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

function addressesOf(answer: Settled, family: 4 | 6): LookupAddress[] {
  if (answer.status === 'rejected') return []
  return answer.value.map((address) => ({ address, family }))
}

/** Of two failures the one that says more: `no data` is also said of a name that has other records. */
function errorOf(answers: readonly Settled[]): NodeJS.ErrnoException {
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? answer.reason : []))
  const error = errors.find(({ code }) => code !== 'ENODATA') ?? errors[0]
  if (error === undefined) return dnsError('ENODATA')
  return error.code === 'ECANCELLED' ? dnsError('ETIMEOUT') : error
}

function dnsError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`queryA ${code}`), { code, syscall: 'queryA' })
}
