import { once } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Server, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Responder, status } from './responders.ts'

/** A complete request. */
export interface ReceivedRequest {
  method: string
  /** Path and query, as sent. */
  path: string
  headers: IncomingHttpHeaders
  /** Alternating names and values, as sent. */
  rawHeaders: string[]
  /** Exact bytes. */
  body: Buffer
  /** Unix milliseconds at its last byte. */
  receivedAtMs: number
  /** Connection number, from 0. */
  connection: number
}

export interface ReceiverOptions {
  /** Speaks TLS with this certificate (PEM). */
  tls?: { cert: string; key: string }
  /** Default: 127.0.0.1. */
  host?: string
  /** Default: any free one. */
  port?: number
  /** Responds after the script. Default: status 200. */
  fallback?: Responder
  /** Idle timeout. Default: 60 seconds. */
  keepAliveTimeoutMs?: number
}

/** A real HTTP server on the loopback interface, with scripted responses. */
export interface Receiver {
  /** Without a path: `http://127.0.0.1:<port>`. */
  readonly url: string
  readonly port: number
  readonly requests: readonly ReceivedRequest[]
  /** Connections accepted so far. */
  readonly connectionCount: number
  /** Open connections. */
  readonly openConnections: number
  /** Sets the responders of the next requests, one each, before the fallback. */
  script(...responders: Responder[]): void
  /** Sets the responder after the script. */
  fallback(respond: Responder): void
  /**
   * Waits for `count` requests since the start.
   *
   * @returns the last of these
   * @throws after `timeoutMs` (default: a minute, enough on a busy machine)
   */
  waitFor(count: number, options?: { timeoutMs?: number }): Promise<ReceivedRequest>
  /** Waits until no connection is open. */
  waitForNoConnections(options?: { timeoutMs?: number }): Promise<void>
  /** Resets every open connection. */
  dropConnections(): void
  close(): Promise<void>
}

/** Close it at the end of the test. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { host = '127.0.0.1', port = 0, keepAliveTimeoutMs = 60_000 } = options
  const inbox = new Inbox(options.fallback ?? status(200))
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    void inbox.receive(request, response)
  }
  const server = options.tls
    ? createHttpsServer(options.tls, onRequest)
    : createHttpServer(onRequest)
  server.keepAliveTimeout = keepAliveTimeoutMs
  server.on('connection', (socket: Socket) => inbox.connect(socket))
  // Clients that don't trust the certificate abort the handshake.
  server.on('tlsClientError', () => {})
  await once(server.listen(port, host), 'listening')
  const boundPort = portOf(server)
  const authority = host.includes(':') ? `[${host}]` : host

  return {
    url: `${options.tls ? 'https' : 'http'}://${authority}:${boundPort}`,
    port: boundPort,
    requests: inbox.requests,
    get connectionCount() {
      return inbox.connectionCount
    },
    get openConnections() {
      return inbox.open.size
    },
    script: (...responders) => {
      inbox.script.push(...responders)
    },
    fallback: (respond) => {
      inbox.fallback = respond
    },
    async waitFor(count, { timeoutMs = 60_000 } = {}) {
      await inbox.until(() => inbox.requests.length >= count, timeoutMs, `${count} requests`)
      const request = inbox.requests[count - 1]
      if (request === undefined) throw new Error('waitFor counts from 1')
      return request
    },
    waitForNoConnections: ({ timeoutMs = 60_000 } = {}) =>
      inbox.until(() => inbox.open.size === 0, timeoutMs, 'no open connection'),
    dropConnections: () => inbox.dropConnections(),
    async close() {
      const closed = once(server, 'close')
      server.close()
      inbox.dropConnections()
      await closed
    },
  }
}

class Inbox {
  readonly requests: ReceivedRequest[] = []
  readonly script: Responder[] = []
  readonly open = new Map<string, { socket: Socket; connection: number }>()
  fallback: Responder
  connectionCount = 0
  readonly #waiting = new Set<() => void>()

  constructor(fallback: Responder) {
    this.fallback = fallback
  }

  connect(socket: Socket): void {
    const key = peer(socket)
    this.open.set(key, { socket, connection: this.connectionCount })
    this.connectionCount += 1
    // The client may reset the connection at any time.
    socket.on('error', () => {})
    socket.on('close', () => {
      this.open.delete(key)
      this.#changed()
    })
    this.#changed()
  }

  async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket, method = '', url: path = '', headers, rawHeaders } = request
    const connection = this.open.get(peer(socket))?.connection ?? -1
    let body: Buffer
    try {
      body = await buffer(request)
    } catch {
      return // The connection ended before the request did.
    }
    const receivedAtMs = Date.now()
    this.requests.push({ method, path, headers, rawHeaders, body, receivedAtMs, connection })
    const respond = this.script.shift() ?? this.fallback
    respond(response, socket)
    this.#changed()
  }

  dropConnections(): void {
    for (const { socket } of this.open.values()) socket.destroy()
  }

  async until(isReached: () => boolean, timeoutMs: number, goal: string): Promise<void> {
    if (isReached()) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const check = () => {
      if (isReached()) resolve()
    }
    const timer = setTimeout(() => {
      const seen = `${this.requests.length} requests, ${this.open.size} open connections`
      reject(new Error(`${goal} not seen within ${timeoutMs} ms: ${seen}`))
    }, timeoutMs)
    this.#waiting.add(check)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(check)
    }
  }

  #changed(): void {
    for (const check of this.#waiting) check()
  }
}

// With TLS, a request's socket differs from that of the 'connection' event, but has the same peer.
function peer(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort}`
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
