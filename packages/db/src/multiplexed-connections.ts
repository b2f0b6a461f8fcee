// What: a few connections shared by all callers. Statements are pipelined, one packet per event-loop callback.
// Why: a pooled connection serves one caller at a time: each statement waits for a connection, sends a packet and wakes
//   a server process.
// Measured: a list went from 0.40 of the rate of a bare list to 0.53. ADR 11.
// To remove: start the api without `sharedConnections`; the pool then serves `Database.quick`.
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
  /** Statements in flight. */
  pending: number
}

/**
 * At most `size` shared connections, opened on demand. A statement that is slow or waits for the disk (see `UNFLUSHED`)
 * delays those behind it. When a connection breaks, its statements fail and the next one reconnects.
 */
export class MultiplexedConnections implements Connection {
  readonly #config: pg.ClientConfig
  readonly #size: number
  readonly #onError: (error: Error) => void
  readonly #timeout: ResponseTimeout
  readonly #refusals: Refusals
  #open: SharedConnection[] = []
  /** Used by all statements of this event-loop callback. */
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

  /** Open connections, and those awaiting a result. */
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

  /** Closes the connections once all statements have completed. */
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
    // A failure reaches the statements that wait for this connection.
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
