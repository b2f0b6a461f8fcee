// What: a few connections that all callers share. Statements are pipelined, and one callback of the event loop sends one
//   packet.
// Why: a connection of a pool serves one caller at a time: each statement waits for a connection, sends a packet and
//   wakes a process of the server.
// Measured: a list went from 0.40 of the rate of a bare list to 0.53. ADR 11.
// To remove: start the api without `sharedConnections`: the pool then serves `Database.quick`.
import pg, { type Client, type QueryConfig, type QueryResult } from 'pg'
import type { Refusals } from './database-error.ts'
import { inOnePacket } from './pg-internals.ts'
import { prepareConnection, sendStatement } from './prepare-connection.ts'
import type { ResponseTimeout } from './response-timeout.ts'
import type { Connection } from './sql.ts'

interface SharedConnection {
  readonly client: Client
  readonly connected: Promise<unknown>
  isConnected: boolean
  /** Statements that were sent and have no result yet. */
  pending: number
}

/**
 * At most `size` connections for the single statements of all callers, opened on demand. A slow statement delays those
 * behind it, and so does one that waits for the disk (see `UNFLUSHED`). When a connection breaks, the statements sent
 * over it fail; the next one opens another.
 */
export class MultiplexedConnections implements Connection {
  readonly #config: pg.ClientConfig
  readonly #size: number
  readonly #onError: (error: Error) => void
  readonly #timeout: ResponseTimeout
  readonly #refusals: Refusals
  #open: SharedConnection[] = []
  /** Shared by all statements of this callback of the event loop. */
  #current: SharedConnection | undefined

  constructor(
    config: pg.ClientConfig,
    size: number,
    timeout: ResponseTimeout,
    refusals: Refusals,
    onError: (error: Error) => void,
  ) {
    this.#config = config
    this.#size = size
    this.#timeout = timeout
    this.#refusals = refusals
    this.#onError = onError
  }

  /** How many connections are open, and how many of these wait for a result. */
  get counts(): { total: number; busy: number } {
    return {
      total: this.#open.length,
      busy: this.#open.filter(({ pending }) => pending > 0).length,
    }
  }

  async query(config: QueryConfig, values?: unknown[]): Promise<QueryResult> {
    const connection = this.#ofThisCallback()
    connection.pending += 1
    try {
      if (!connection.isConnected) await connection.connected
      return await sendStatement(connection.client, config, values)
    } finally {
      connection.pending -= 1
    }
  }

  /** Waits for the results of all statements sent, then closes the connections. */
  async end(): Promise<void> {
    await Promise.all(this.#open.map(({ client }) => client.end()))
  }

  #ofThisCallback(): SharedConnection {
    if (this.#current) return this.#current
    const connection = this.#leastBusy()
    if (!connection.isConnected) return connection
    this.#current = connection
    inOnePacket(connection.client, () => {
      this.#current = undefined
    })
    return connection
  }

  #leastBusy(): SharedConnection {
    let found: SharedConnection | undefined
    for (const connection of this.#open) {
      if (!found || connection.pending < found.pending) found = connection
    }
    const isEnough = found && (found.pending === 0 || this.#open.length >= this.#size)
    return found && isEnough ? found : this.#connect()
  }

  #connect(): SharedConnection {
    const client = new pg.Client(this.#config)
    const connected = this.#refusals.connected(client.connect())
    const connection: SharedConnection = { client, connected, isConnected: false, pending: 0 }
    const forget = () => {
      this.#open = this.#open.filter((other) => other !== connection)
    }
    // A failure reaches the statements that wait for this connection. The next one opens another.
    connected.then(() => {
      connection.isConnected = true
      prepareConnection(client, this.#timeout, this.#refusals)
    }, forget)
    client.on('end', forget)
    client.on('error', (error) => {
      forget()
      this.#onError(error)
    })
    this.#open.push(connection)
    return connection
  }
}
