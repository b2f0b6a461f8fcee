import { type LookupFunction, Socket } from 'node:net'
import { buildConnector, Client } from 'undici'
import { passOverContinue } from './interim-response.ts'
import { ResponseLimit } from './response-limit.ts'

// Two minutes at most, then, until a change of DNS reaches every socket: one for the last request
// of a connection to begin, one for it to lie idle.
const MAX_AGE_MS = 60_000
const MAX_IDLE_MS = 60_000
// undici's default: below the five seconds after which a Node.js receiver closes an idle socket.
const IDLE_UNLESS_TOLD_MS = 4_000

/** One socket at a time to one origin. */
export interface Connection {
  readonly origin: string
  readonly client: Client
  /** Whether its socket has carried an answer already: the receiver may have closed it since. */
  isReused: boolean
  /** Ends it at once, even while it is still connecting. */
  drop(): void
}

export interface ConnectionPoolOptions {
  lookup: LookupFunction
  /** Beyond it the connection that has been idle for longest is dropped. */
  maxIdleConnections: number
}

/**
 * Keep-alive connections for any number of receivers: one request at a time on each, and no more
 * idle ones than a bound.
 *
 * undici's Agent is not used for this: at its bound (`maxOrigins`) it refuses the request where an
 * old connection should go; it cannot drop a connection before it is made; and it does not say
 * whether a request went over a used socket.
 */
export class ConnectionPool {
  readonly #connect: ReturnType<typeof buildConnector>
  readonly #maxIdle: number
  /** In the order in which they became idle. */
  readonly #idle = new Set<PooledConnection>()
  readonly #idleByOrigin = new Map<string, PooledConnection[]>()

  constructor(options: ConnectionPoolOptions) {
    // No time limit of its own: an attempt's deadline drops the connection.
    this.#connect = buildConnector({ lookup: options.lookup, allowH2: false, timeout: 0 })
    this.#maxIdle = options.maxIdleConnections
  }

  /** The connection to the origin that was idle last, or a new one. */
  take(origin: string): Connection {
    const connection = this.#idleByOrigin.get(origin)?.at(-1)
    if (connection === undefined) return this.open(origin)
    this.#forget(connection)
    return connection
  }

  open(origin: string): Connection {
    return new PooledConnection(origin, this.#connect, (connection) => this.#forget(connection))
  }

  /** Takes back a connection whose answer is complete. */
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
  #responseLimit: ResponseLimit | undefined
  readonly #onGone: (connection: PooledConnection) => void

  constructor(
    origin: string,
    connect: ReturnType<typeof buildConnector>,
    onGone: (connection: PooledConnection) => void,
  ) {
    this.origin = origin
    this.#onGone = onGone
    this.client = new Client(origin, {
      connect: (options, callback) => {
        // Typed as void, but the socket is what comes back, and before it is connected.
        const socket: unknown = connect(options, callback)
        if (socket instanceof Socket) this.#begin(socket)
      },
      // The deadline of the attempt covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_UNLESS_TOLD_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
    })
    // undici would connect again at the next request; a new Connection does that as well.
    this.client.on('disconnect', () => this.#onGone(this))
  }

  /** Its answer is complete, and another may come. */
  reuse(): void {
    this.isReused = true
    this.#responseLimit?.renew()
  }

  drop(): void {
    this.#onGone(this)
    // undici does not reach a socket that is not connected yet.
    this.#socket?.destroy(new Error('dropped'))
    void this.client.destroy()
  }

  #begin(socket: Socket): void {
    passOverContinue(socket)
    this.#responseLimit = new ResponseLimit(socket)
    this.#socket = socket
    this.isReused = false
    this.connectedAtMs = performance.now()
  }
}
