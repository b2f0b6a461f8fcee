import type { Socket } from 'node:net'
import { MAX_RESPONSE_BYTES } from '@mediajobs/domain'
import { Client } from 'undici'
import type { Connect } from './connect.ts'

// After a DNS change, old connections live at most two minutes: they accept requests for a minute, and are dropped after
// another idle minute.
const MAX_AGE_MS = 60_000
const MAX_IDLE_MS = 60_000
// undici's default. A Node.js receiver closes an idle socket after five seconds.
const DEFAULT_IDLE_MS = 4_000

/** A connection to one origin. */
export interface Connection {
  readonly origin: string
  readonly client: Client
  /** Whether its socket has had a response: the receiver may have closed it since. */
  isReused: boolean
  /** Closes it immediately, even while connecting. */
  drop(): void
}

export interface ConnectionPoolOptions {
  connect: Connect
  /** Beyond this, the connection idle the longest is dropped. */
  maxIdleConnections: number
}

/**
 * Keep-alive connections to any number of receivers: one request at a time on each, and a limited number idle.
 *
 * undici's Agent can't do this: at its limit (`maxOrigins`) it refuses new requests rather than dropping old connections,
 * it can't drop a connecting socket, and it doesn't report whether a socket was reused.
 */
export class ConnectionPool {
  readonly #connect: Connect
  readonly #maxIdle: number
  /** Longest idle first. */
  readonly #idle = new Set<PooledConnection>()
  readonly #idleByOrigin = new Map<string, PooledConnection[]>()

  constructor(options: ConnectionPoolOptions) {
    this.#connect = options.connect
    this.#maxIdle = options.maxIdleConnections
  }

  /** The origin's most recently used connection, or a new one. */
  take(origin: string): Connection {
    const connection = this.#idleByOrigin.get(origin)?.at(-1)
    if (connection === undefined) return this.open(origin)
    this.#forget(connection)
    return connection
  }

  open(origin: string): Connection {
    return new PooledConnection(origin, this.#connect, (connection) => this.#forget(connection))
  }

  /** Returns a connection after a complete response. */
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
      // The attempt's deadline covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: DEFAULT_IDLE_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
    })
    this.client.on('disconnect', () => this.#onGone(this))
  }

  /** Call before the next request. */
  reuse(): void {
    this.isReused = true
    this.#responseLimit?.renew()
  }

  drop(): void {
    this.#onGone(this)
    this.#isDropped = true
    // undici doesn't destroy a connecting socket.
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

const INTERIM = Buffer.from('HTTP/1.1 1')
const CONTINUE = Buffer.from('HTTP/1.1 100')
const LAST_DIGIT = CONTINUE.length - 1
const TWO = '2'.charCodeAt(0)
const END_OF_HEAD = '\r\n\r\n'

/**
 * Makes undici skip an unrequested `100 Continue`, as RFC 9110 (15.2) requires: 100 and then 200 is a success
 * (docs/interface.md#i6-failure). undici skips other interim responses but closes the connection at this one, so its
 * parser gets `102 Processing` instead. Also alters a body chunk that begins with these bytes, which only the logged
 * excerpt can show.
 */
function skipContinue(socket: Socket): void {
  const read = socket.read.bind(socket)
  socket.read = (sizeBytes?: number) => {
    const chunk: unknown = read(sizeBytes)
    if (Buffer.isBuffer(chunk)) rewriteContinue(chunk)
    return chunk
  }
}

function rewriteContinue(chunk: Buffer): void {
  let start = 0
  while (hasAt(chunk, start, INTERIM)) {
    if (hasAt(chunk, start, CONTINUE)) chunk[start + LAST_DIGIT] = TWO
    const end = chunk.indexOf(END_OF_HEAD, start)
    if (end === -1) return
    start = end + END_OF_HEAD.length
  }
}

function hasAt(chunk: Buffer, start: number, bytes: Buffer): boolean {
  const end = start + bytes.length
  return end <= chunk.length && bytes.compare(chunk, start, end) === 0
}

class ResponseTooLongError extends Error {
  readonly code = 'RESPONSE_TOO_LONG'
}

/**
 * Destroys a socket whose response has endless interim responses, reason phrase, chunk extensions or trailers. undici
 * limits only the header fields, and parsing the rest blocks other receivers. A regular response is shorter: 16 KiB of
 * head (undici's default), 4 KiB of body, and at most 64 KiB per read.
 */
class ResponseLimit {
  #leftBytes = MAX_RESPONSE_BYTES

  constructor(socket: Socket) {
    const read = socket.read.bind(socket)
    socket.read = (sizeBytes?: number) => {
      const chunk: unknown = read(sizeBytes)
      if (!Buffer.isBuffer(chunk)) return chunk
      this.#leftBytes -= chunk.length
      if (this.#leftBytes >= 0) return chunk
      socket.destroy(new ResponseTooLongError('the response does not end'))
      return null
    }
  }

  renew(): void {
    this.#leftBytes = MAX_RESPONSE_BYTES
  }
}
