import type { Socket } from 'node:net'
import { Client } from 'undici'
import type { Connect } from './connect.ts'
import { skipContinue } from './interim-response.ts'
import { ResponseLimit } from './response-limit.ts'

// After a change of DNS, old connections are used for at most two minutes: a connection takes new requests
// for one minute, and is dropped after one more minute without a request.
const MAX_AGE_MS = 60_000
const MAX_IDLE_MS = 60_000
// undici's default. A Node.js receiver closes an idle socket after five seconds.
const DEFAULT_IDLE_MS = 4_000

/** One socket at a time to one origin. */
export interface Connection {
  readonly origin: string
  readonly client: Client
  /** Whether its socket has had a response before. Then the receiver may have closed it since. */
  isReused: boolean
  /** Ends the connection at once, even before it is connected. */
  drop(): void
}

export interface ConnectionPoolOptions {
  connect: Connect
  /** When there are more, the connection with the longest idle time is dropped. */
  maxIdleConnections: number
}

/**
 * Keep-alive connections for any number of receivers: one request at a time on each, and a limited
 * number of idle ones.
 *
 * undici's Agent cannot do this. At its limit (`maxOrigins`) it refuses the new request and keeps the
 * old connection. It cannot drop a connection before it is made. It does not show whether a request was
 * sent on a used socket.
 */
export class ConnectionPool {
  readonly #connect: Connect
  readonly #maxIdle: number
  /** The connection with the longest idle time is first. */
  readonly #idle = new Set<PooledConnection>()
  readonly #idleByOrigin = new Map<string, PooledConnection[]>()

  constructor(options: ConnectionPoolOptions) {
    this.#connect = options.connect
    this.#maxIdle = options.maxIdleConnections
  }

  /** The connection to the origin that became idle last, or a new one. */
  take(origin: string): Connection {
    const connection = this.#idleByOrigin.get(origin)?.at(-1)
    if (connection === undefined) return this.open(origin)
    this.#forget(connection)
    return connection
  }

  open(origin: string): Connection {
    return new PooledConnection(origin, this.#connect, (connection) => this.#forget(connection))
  }

  /** Takes back a connection whose response is complete. */
  give(connection: Connection): void {
    if (!(connection instanceof PooledConnection)) return
    if (performance.now() - connection.connectedAtMs > MAX_AGE_MS) {
      connection.drop()
      return
    }
    connection.reuse()
    this.#idle.add(connection)
    const siblings = this.#idleByOrigin.get(connection.origin)
    if (siblings === undefined) this.#idleByOrigin.set(connection.origin, [connection])
    else siblings.push(connection)
    if (this.#idle.size > this.#maxIdle) this.#idle.values().next().value?.drop()
  }

  get idleCount(): number {
    return this.#idle.size
  }

  dropIdle(): void {
    for (const connection of [...this.#idle]) connection.drop()
  }

  #forget(connection: PooledConnection): void {
    if (!this.#idle.delete(connection)) return
    const siblings = this.#idleByOrigin.get(connection.origin) ?? []
    siblings.splice(siblings.indexOf(connection), 1)
    if (siblings.length === 0) this.#idleByOrigin.delete(connection.origin)
  }
}

class PooledConnection implements Connection {
  readonly origin: string
  readonly client: Client
  isReused = false
  connectedAtMs = performance.now()
  #socket: Socket | undefined
  #isDropped = false
  #responseLimit: ResponseLimit | undefined
  readonly #onGone: (connection: PooledConnection) => void

  constructor(origin: string, connect: Connect, onGone: (connection: PooledConnection) => void) {
    this.origin = origin
    this.#onGone = onGone
    this.client = new Client(origin, {
      connect: (options, callback) => {
        connect(options, callback, (socket, speaksHttp) => {
          this.#socket = socket
          if (this.#isDropped) socket.destroy()
          else if (speaksHttp) this.#begin(socket)
        })
      },
      // The deadline of the attempt covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: DEFAULT_IDLE_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
    })
    // The pool forgets a connection that has ended: the next request opens a new one.
    this.client.on('disconnect', () => this.#onGone(this))
  }

  /** Call this when the response is complete and another request may follow. */
  reuse(): void {
    this.isReused = true
    this.#responseLimit?.renew()
  }

  drop(): void {
    this.#onGone(this)
    this.#isDropped = true
    // undici does not destroy a socket that is not connected yet.
    this.#socket?.destroy(new Error('dropped'))
    void this.client.destroy()
  }

  #begin(socket: Socket): void {
    skipContinue(socket)
    this.#responseLimit = new ResponseLimit(socket)
    this.isReused = false
    this.connectedAtMs = performance.now()
  }
}
