import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction, Socket } from 'node:net'
import { isReachable, type NetworkPolicy, portOf, refusalOfHost } from '@mediajobs/domain'
import { buildConnector } from 'undici'

export interface AddressGuardOptions extends NetworkPolicy {
  /**
   * Default: queries the system's name servers. If private networks are allowed: the system's lookup, because `localhost`,
   * compose services and short cluster names need its hosts file and search domains.
   */
  resolveAll?: ResolveAll | undefined
  blockedPorts?: readonly number[]
}

export interface AddressGuard {
  /** Why connections to `origin` are refused; null if they are allowed, or if its name needs `lookup`. */
  refusalOf(origin: URL): Error | null
  /** For `net.connect`: yields checked addresses only, or an AddressRefusedError. */
  lookup: LookupFunction
}

/** The message contains no address from DNS. */
export class AddressRefusedError extends Error {
  readonly code = 'ADDRESS_REFUSED'

  constructor(hostname: string) {
    super(`${hostname} is a private, loopback, link-local or otherwise special address`)
    this.name = 'AddressRefusedError'
  }
}

class PortRefusedError extends Error {
  readonly code = 'PORT_REFUSED'
}

/**
 * Keeps webhooks out of networks that the dispatcher can reach and a subscriber can't (SSRF).
 *
 * Names are checked while connecting, and the socket gets the checked addresses, which defeats DNS rebinding. A name is
 * refused if any of its addresses is. `lookup` alone isn't enough: `net.connect` skips it for literal addresses.
 */
export function createAddressGuard(options: AddressGuardOptions = {}): AddressGuard {
  const { allowPrivateNetworks = false, blockedPorts = [] } = options
  const { resolveAll = allowPrivateNetworks ? askSystem : queryNameServers() } = options

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
    refusalOf(origin) {
      if (refusalOfHost(origin, options) !== null) return new AddressRefusedError(origin.hostname)
      return blockedPorts.includes(portOf(origin)) ? new PortRefusedError(origin.port) : null
    },
    lookup,
  }
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
}

/** All addresses of a name. Rejects with a `node:dns` error if there are none. */
export type ResolveAll = (hostname: string) => Promise<LookupAddress[]>

// Retries a lost query after 1 s, and again after at most another 3 s.
const RETRIES = { timeout: 1_000, maxTimeout: 3_000, tries: 3 }
// Leaves 3 s of the default timeout, 10 s, to connect and receive a response.
const LIMIT_MS = 7_000
// Some name servers respond for only one address family.
const OTHER_FAMILY_MS = 1_000

/**
 * The system's lookup, with hosts file and search domains. Only four run concurrently (libuv's threads), so a hanging
 * lookup delays others.
 */
export const askSystem: ResolveAll = (hostname) => lookup(hostname, { all: true })

/**
 * Queries name servers directly, for A and AAAA concurrently, with unlimited concurrency. Ignores the hosts file and
 * search domains, which could turn a name into an internal one.
 *
 * @param servers each `ip` or `ip:port`; default: the system's current ones
 * @returns the addresses found within 7 seconds, IPv4 first; rejects with ETIMEOUT if no server responded
 */
export function queryNameServers(servers: readonly string[] = []): ResolveAll {
  return async (hostname) => {
    // One resolver per name: cancelable, and reads the system's current settings.
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
    throw lookupErrorOf([four, six])
  }
}

type Lookup = PromiseSettledResult<string[]>

function addressesOf(result: Lookup, family: 4 | 6): LookupAddress[] {
  if (result.status === 'rejected') return []
  return result.value.map((address) => ({ address, family }))
}

/** The more specific failure. `ENODATA` also means that a name has only other records. */
function lookupErrorOf(results: readonly Lookup[]): NodeJS.ErrnoException {
  const errors = results.flatMap((result) => (result.status === 'rejected' ? result.reason : []))
  const error = errors.find(({ code }) => code !== 'ENODATA') ?? errors[0]
  if (error === undefined) return dnsError('ENODATA')
  return error.code === 'ECANCELLED' ? dnsError('ETIMEOUT') : error
}

function dnsError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`queryA ${code}`), { code, syscall: 'queryA' })
}

/**
 * Connects to the origin of `options`.
 *
 * @param onSocket receives each socket once it exists, connected or not; the last one speaks HTTP
 */
export type Connect = (
  options: buildConnector.Options,
  callback: buildConnector.Callback,
  onSocket: (socket: Socket, speaksHttp: boolean) => void,
) => void

// The attempt's deadline drops the connection.
const CONNECTOR = { allowH2: false, timeout: 0 } as const

/** Connects where `guard` permits it: directly, or through `proxy`. Kept connections were checked when they were opened. */
export function guardedConnect(guard: AddressGuard, proxy: URL | undefined): Connect {
  const { lookup } = guard
  const connect = proxy ? connectThrough(proxy, lookup) : connectDirectly(lookup)
  return (options, callback, onSocket) => {
    const refusal = guard.refusalOf(new URL(`${options.protocol}//${options.host}`))
    if (refusal) process.nextTick(callback, refusal, null)
    else connect(options, callback, onSocket)
  }
}

/** @param lookup returns checked addresses only */
function connectDirectly(lookup: LookupFunction): Connect {
  const connect = buildConnector({ ...CONNECTOR, lookup })
  return (options, callback, onSocket) => {
    // Typed as void, but returns the connecting socket.
    const socket: unknown = connect(options, callback)
    if (socket instanceof Socket) onSocket(socket, true)
  }
}

class ProxyError extends Error {
  readonly code = 'PROXY_FAILED'
}

// Longer than any attempt.
const TUNNEL_MS = 60_000

/**
 * Connects through an HTTP proxy with CONNECT (RFC 9110, section 9.3.6) to an address checked by `lookup`, so the proxy
 * can't resolve the name differently. docs/contract.md#c16-proxy
 */
function connectThrough(proxy: URL, lookup: LookupFunction): Connect {
  const startTls = buildConnector(CONNECTOR)
  return (options, callback, onSocket) => {
    const isHttps = options.protocol === 'https:'
    const fail = (error: Error) => callback(error, null)
    const open = (address: string) => {
      const { protocol, port } = options
      const host = isIP(address) === 6 ? `[${address}]` : address
      const authority = `${host}:${portOf({ protocol, port: port ?? '' })}`
      openTunnel(proxy, authority, {
        onSocket: (socket) => onSocket(socket, false),
        onError: fail,
        onOpen(socket) {
          if (isHttps) {
            const secured: unknown = startTls({ ...options, httpSocket: socket }, callback)
            if (secured instanceof Socket) onSocket(secured, true)
          } else {
            onSocket(socket, true)
            callback(null, socket)
          }
        },
      })
    }
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(host) !== 0) return open(host)
    lookup(host, {}, (error, address) => {
      if (error || typeof address !== 'string') fail(error ?? new ProxyError('no address'))
      else open(address)
    })
  }
}

interface Tunnel {
  onSocket(socket: Socket): void
  onOpen(socket: Socket): void
  onError(error: Error): void
}

function openTunnel(proxy: URL, authority: string, { onSocket, onOpen, onError }: Tunnel): void {
  const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest
  const request = send({
    host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: proxy.port,
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...credentialsOf(proxy) },
    agent: false,
    timeout: TUNNEL_MS,
  })
  request.once('socket', onSocket)
  request.once('timeout', () => request.destroy())
  request.once('error', (error) => onError(new ProxyError(error.message)))
  request.once('connect', ({ statusCode = 0 }, socket, head) => {
    if (statusCode >= 200 && statusCode < 300 && head.length === 0) {
      socket.setTimeout(0)
      return onOpen(socket as Socket)
    }
    socket.destroy()
    onError(new ProxyError(`${statusCode}`))
  })
  request.end()
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
