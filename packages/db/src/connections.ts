import pg, {
  type Client,
  type ClientBase,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
} from 'pg'
import {
  inOnePacket,
  onServerError,
  type ResponseTimeout,
  sendStatement,
  socketOf,
  transactionStatus,
  watchReplication,
} from './connection.ts'
import type { Refusals } from './database-error.ts'
import type { Connection } from './sql.ts'

export type Take = () => Promise<PoolClient>

/** Single statements, each on any connection of the pool. */
export function pooledOn(take: Take): Connection {
  return {
    async query(config, values) {
      const client = await take()
      try {
        return await sendStatement(client, config, values)
      } finally {
        release(client)
      }
    },
  }
}

/** Returns a connection to the pool, or closes it if it may still be in a transaction. */
function release(client: PoolClient): void {
  client.release(transactionStatus(client) !== 'I')
}

// What: asynchronous commits.
// Why: saves a flush. Other processes see the commit immediately; only a crash of the server within three times its
//   `wal_writer_delay` loses it. For repeatable writes: job fetches, rate windows, last use.
// Measured: on a slow disk a flush adds 2 ms or more to each webhook. ADR 12; for admission ADR 11.
// To remove: delete `UNFLUSHED` from the texts.

/**
 * SQL for the FROM of a single-statement transaction: its commit doesn't wait for the disk. Local to the statement: a
 * connection setting would leak to other callers behind a pooler such as PgBouncer.
 */
export const UNFLUSHED = `(select set_config('synchronous_commit', 'off', true)) as unflushed`

// What: a few connections shared by all callers. Statements are pipelined, one packet per event-loop callback.
// Why: a pooled connection serves one caller at a time: each statement waits for a connection, sends a packet and wakes
//   a server process.
// Measured: a list went from 0.40 of the rate of a bare list to 0.53. ADR 11.
// To remove: start the api without `sharedConnections`; the pool then serves `Database.quick`.

interface SharedConnection {
  readonly client: Client
  readonly connected: Promise<unknown>
  isConnected: boolean
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

/** The statements exceeded their time budget. */
class TimeUp extends Error {
  readonly limitMs: number

  constructor(limitMs: number) {
    super(`the statements took longer than ${limitMs} ms`)
    this.name = 'TimeUp'
    this.limitMs = limitMs
  }
}

export function isTimeUp(error: unknown): boolean {
  return error instanceof TimeUp
}

// SQLSTATE query_canceled
const CANCELED = '57014'

// PostgreSQL prefers a sequential scan of a small table, which would compare the words of all organizations' records
// before filtering by organization.
const BY_INDEX = 'set local enable_seqscan = off'

/**
 * Limits the total time of the statements on `connection` to `limitMs` (enforced by the server) and forces index scans.
 * `connection` must be in a transaction, which scopes both settings. @throws {TimeUp}
 */
export function withinTime(connection: Connection, limitMs: number): Connection {
  const startedMs = performance.now()
  return {
    async query(config, values) {
      const leftMs = Math.ceil(limitMs - (performance.now() - startedMs))
      if (leftMs <= 0) throw new TimeUp(limitMs)
      // Pipelined: if it fails, so does the statement behind it.
      const limit = `${BY_INDEX}; set local statement_timeout = ${leftMs}`
      connection.query({ text: limit }).catch(() => {})
      try {
        return await connection.query(config, values)
      } catch (error) {
        throw (error as { code?: unknown }).code === CANCELED ? new TimeUp(limitMs) : error
      }
    },
  }
}

/** Sets up a new connection. Callers needn't wait: see {@link withoutJit}. */
export function prepareConnection(
  client: Client,
  timeout: ResponseTimeout,
  refusals: Refusals,
): void {
  void withoutJit(client)
  timeout.watch(client)
  leaveReadOnlyServer(client)
  watchReplication(client)
  onServerError(client, (error) => refusals.record(error))
}

/**
 * Disables JIT on a new connection: a compilation takes hundreds of milliseconds, and kept 0.3 to 0.6 of a core busy
 * under an idle dispatcher (docs/operating.md). Callers needn't wait: it is pipelined ahead of the first statement, which
 * fails if this fails.
 */
export async function withoutJit(client: ClientBase): Promise<void> {
  await client.query('set jit = off').catch(() => {})
}

// SQLSTATE read_only_sql_transaction
const READ_ONLY = '25006'

/**
 * Closes the connection when the server rejects a write as read-only, such as a demoted primary after a failover: the
 * host name may already resolve to the new one. Pipelined statements fail too. docs/contract.md#c15-read-only
 */
function leaveReadOnlyServer(client: Client): void {
  onServerError(client, ({ code }) => {
    // Not `client.end`: it waits for the server, which may vanish.
    if (code === READ_ONLY) socketOf(client).destroy()
  })
}
