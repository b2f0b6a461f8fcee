import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction, Socket } from 'node:net'
import { buildConnector } from 'undici'

/**
 * Connects to the origin of `options`.
 *
 * @param onSocket gets each socket as soon as it exists, connected or not; the last one speaks HTTP
 */
export type Connect = (
  options: buildConnector.Options,
  callback: buildConnector.Callback,
  onSocket: (socket: Socket, speaksHttp: boolean) => void,
) => void

// No time limit here: the deadline of the attempt drops the connection.
const CONNECTOR = { allowH2: false, timeout: 0 } as const

/** @param lookup returns checked addresses only */
export function connectDirectly(lookup: LookupFunction): Connect {
  const connect = buildConnector({ ...CONNECTOR, lookup })
  return (options, callback, onSocket) => {
    // The type of its result is void, but it returns the socket at once, before the socket is connected.
    const socket: unknown = connect(options, callback)
    if (socket instanceof Socket) onSocket(socket, true)
  }
}

/** The proxy did not make a connection. The code is for the attempt's log. */
class ProxyError extends Error {
  readonly code = 'PROXY_FAILED'
}

const HTTPS_PORT = 443
const HTTP_PORT = 80
// Longer than any attempt: this ends a connection for which no attempt waits any more.
const TUNNEL_MS = 60_000

/**
 * Connects through an HTTP proxy with CONNECT (RFC 9110, section 9.3.6). `lookup` checks the addresses of a name
 * first, and CONNECT has the address and not the name: the proxy cannot resolve it to another one.
 * docs/contract.md#c16-proxy
 */
export function connectThrough(proxy: URL, lookup: LookupFunction): Connect {
  const startTls = buildConnector(CONNECTOR)
  return (options, callback, onSocket) => {
    const isHttps = options.protocol === 'https:'
    const fail = (error: Error) => callback(error, null)
    const open = (address: string) => {
      const port = Number(options.port) || (isHttps ? HTTPS_PORT : HTTP_PORT)
      const authority = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`
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
