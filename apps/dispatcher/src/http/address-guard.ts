import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress, refusalOfHost } from '@mediajobs/domain'
import { askNameServers, askSystem, type ResolveAll } from './name-lookup.ts'

export interface AddressGuardOptions {
  /** Lets everything through: for development, and for operators whose receivers are inside. */
  allowPrivateNetworks?: boolean
  /**
   * Who is asked for a name's addresses. Default: the name servers of the operating system; where
   * private networks are allowed the system itself, since `localhost`, the names of a compose file
   * and the short ones of a cluster stand in hosts files and under search domains.
   */
  resolveAll?: ResolveAll | undefined
}

export interface AddressGuard {
  /** @throws AddressRefusedError when the host that the URL names literally must not be called */
  check(url: URL): void
  /** For `net.connect`: hands on vetted addresses only, or ends with an AddressRefusedError. */
  lookup: LookupFunction
}

/** The address is not on the public internet. The text names no address that DNS has given. */
export class AddressRefusedError extends Error {
  readonly code = 'ADDRESS_REFUSED'

  constructor(hostname: string) {
    super(`${hostname} is a private, loopback, link-local or otherwise special address`)
    this.name = 'AddressRefusedError'
  }
}

/**
 * Keeps webhooks out of the networks that the dispatcher can reach and a subscriber cannot.
 *
 * Names are judged at the moment of the connection and the socket gets the very addresses that were
 * judged, so a name that resolves differently a moment later (DNS rebinding) gains nothing. A name is
 * refused when any of its addresses is special. `lookup` alone is not enough: `net.connect` never
 * asks it about a literal address.
 */
export function createAddressGuard(options: AddressGuardOptions = {}): AddressGuard {
  const { allowPrivateNetworks = false } = options
  const { resolveAll = allowPrivateNetworks ? askSystem : askNameServers() } = options

  const lookup: LookupFunction = (hostname, lookupOptions, callback) => {
    const judge = (addresses: LookupAddress[]) => {
      if (!allowPrivateNetworks && !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new AddressRefusedError(hostname), [])
      }
      const [first] = addresses
      if (first === undefined) return callback(noAddress(hostname), [])
      if (lookupOptions.all === true) return callback(null, addresses)
      callback(null, first.address, first.family)
    }
    resolveAll(hostname).then(judge, (error: NodeJS.ErrnoException) => callback(error, []))
  }

  return {
    check(url) {
      if (allowPrivateNetworks || refusalOfHost(url) === null) return
      throw new AddressRefusedError(url.hostname)
    },
    lookup,
  }
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
}
