import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isReachable, type NetworkPolicy, refusalOfHost } from '@mediajobs/domain'
import { askNameServers, askSystem, type ResolveAll } from './name-lookup.ts'

export interface AddressGuardOptions extends NetworkPolicy {
  /**
   * Resolves names. Default: the name servers of the operating system. Where private networks are
   * allowed: the operating system's own lookup, because `localhost`, the names of a compose file and
   * the short names of a cluster need its hosts file and its search domains.
   */
  resolveAll?: ResolveAll | undefined
}

export interface AddressGuard {
  /** @throws AddressRefusedError when the host of the URL is an address that must not be called */
  check(url: URL): void
  /** For `net.connect`: returns checked addresses only, or an AddressRefusedError. */
  lookup: LookupFunction
}

/** The address is not one that requests may go to. The text contains no address from DNS. */
export class AddressRefusedError extends Error {
  readonly code = 'ADDRESS_REFUSED'

  constructor(hostname: string) {
    super(`${hostname} is a private, loopback, link-local or otherwise special address`)
    this.name = 'AddressRefusedError'
  }
}

/**
 * Keeps webhooks out of networks that the dispatcher can reach and a subscriber cannot.
 *
 * A name is checked when the connection is made, and the socket gets the checked addresses. So a name that
 * resolves differently a moment later (DNS rebinding) has no effect. A name is refused when any of its
 * addresses is not allowed. `lookup` alone is not enough: `net.connect` does not call it for a literal address.
 */
export function createAddressGuard(options: AddressGuardOptions = {}): AddressGuard {
  const { allowPrivateNetworks = false } = options
  const { resolveAll = allowPrivateNetworks ? askSystem : askNameServers() } = options

  const lookup: LookupFunction = (hostname, lookupOptions, callback) => {
    const checkAndReturn = (addresses: LookupAddress[]) => {
      if (!addresses.every(({ address }) => isReachable(address, options))) {
        return callback(new AddressRefusedError(hostname), [])
      }
      const [first] = addresses
      if (first === undefined) return callback(noAddress(hostname), [])
      if (lookupOptions.all === true) return callback(null, addresses)
      callback(null, first.address, first.family)
    }
    resolveAll(hostname).then(checkAndReturn, (error: NodeJS.ErrnoException) => callback(error, []))
  }

  return {
    check(url) {
      if (refusalOfHost(url, options) === null) return
      throw new AddressRefusedError(url.hostname)
    },
    lookup,
  }
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
}
