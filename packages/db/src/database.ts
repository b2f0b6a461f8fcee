import pg from 'pg'
import { ResponseTimeout, transactionStatus } from './connection.ts'
import {
  MultiplexedConnections,
  pooledOn,
  prepareConnection,
  type Take,
  withinTime,
} from './connections.ts'
import { isMissingPartition, Refusals, type Unavailability } from './database-error.ts'
import { createPartitions, PartitionKeeper } from './partitions.ts'
import { type Sql, sqlOn } from './sql.ts'
import { OpenTransaction, Transaction } from './transaction.ts'
import { isoInstant } from './values.ts'

export interface DatabaseOptions {
  url: string
  /** Maximum connections, including shared ones. */
  poolSize: number
  /** Connections reserved for `quick`. Default 0: it uses the pool. */
  sharedConnections?: number
  /** Wait for a free connection. Default: 3,000. */
  connectTimeoutMs?: number
  /** As PostgreSQL shows it in `pg_stat_activity`. */
  applicationName: string
  /** Called when an idle connection breaks or partitions can't be created. */
  onError(error: Error): void
}

export type Database = ReturnType<typeof openDatabase>

// Callers can retry.
const CONNECT_TIMEOUT_MS = 3_000
// Only a lock wait takes this long. Enforced by the server, so no statement outlives its caller.
const STATEMENT_TIMEOUT_MS = 8_000
// Above the server's limit: a server that doesn't report its own timeout is gone.
const RESPONSE_TIMEOUT_MS = 9_000
// Releases the locks of a process that vanished mid-transaction.
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000
const KEEP_ALIVE_DELAY_MS = 10_000
// Sheds prepared statements for past days (partitions.ts).
const MAX_LIFETIME_SECONDS = 12 * 3_600

/** Opens a pool of pipelining connections. Connects lazily. */
export function openDatabase(options: DatabaseOptions) {
  const { poolSize, sharedConnections = 0 } = options
  const config = {
    connectionString: options.url,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types: { getTypeParser },
    pipeline: true,
  } as pg.ClientConfig
  const pool = new pg.Pool({
    ...config,
    max: poolSize - sharedConnections,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
  })
  const watch = new ResponseTimeout(RESPONSE_TIMEOUT_MS)
  const refusals = new Refusals()
  const onError = (error: Error) => {
    refusals.record(error)
    options.onError(error)
  }
  const shared = new MultiplexedConnections(config, sharedConnections, watch, refusals, onError)
  const take = () => refusals.connected(pool.connect())
  const pooled = pooledOn(take)
  const pooledSql = sqlOn(pooled, { isTraced: true })
  // Without a listener, a broken idle connection would crash the process.
  pool.on('error', options.onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    prepareConnection(client, watch, refusals)
  })
  const make = () => inTransaction(take, (open) => createPartitions(new Transaction(open)))
  const partitions = new PartitionKeeper(make, options.onError)

  /** Like `transaction`, for a subclass of {@link Transaction} that `work` creates. */
  async function openTransaction<Result>(work: (open: OpenTransaction) => Promise<Result>) {
    await partitions.ahead()
    try {
      return await inTransaction(take, work)
    } catch (error) {
      if (isMissingPartition(error)) partitions.missed()
      throw error
    }
  }

  return {
    /** Single statements, each on any connection of the pool. */
    sql: pooledSql,
    /**
     * Single statements on connections shared by all callers. Statements must be fast at any table size and must not
     * wait for long-held locks. Writes use `UNFLUSHED`. Varying statements may be slow: never on the shared
     * connections.
     */
    quick:
      sharedConnections > 0
        ? { ...sqlOn(shared, { isTraced: true }), queryOnce: pooledSql.queryOnce }
        : pooledSql,
    /** Connections: the maximum, open, in use; and callers waiting for one. */
    connections() {
      const { total, busy } = shared.counts
      const pooledBusy = pool.totalCount - pool.idleCount
      return {
        limit: poolSize,
        total: pool.totalCount + total,
        busy: pooledBusy + busy,
        waitedFor: pool.waitingCount,
      }
    },
    /** Unavailability since the start, by reason. */
    refusals: (): Readonly<Record<Unavailability, number>> => refusals.counts,
    /** Whether a write failed in the last few seconds because the disk is full. Reads may still work. */
    get isFull(): boolean {
      return refusals.isFull
    },
    /** The connection under {@link sql}. */
    pooled,
    /** The pool, for callers that hold a connection. */
    pool,
    /** Connections that serve {@link quick}; 0 when the pool does. */
    sharedConnections,
    openTransaction,
    /**
     * Runs `work` in a transaction and returns its result. Statements are pipelined. COMMIT waits for the result of every
     * statement, awaited or not, except those of `Transaction.besideCommit`, which may share its packet.
     *
     * @throws what `work` or a statement threw, after a rollback.
     */
    transaction: <Result>(work: (tx: Transaction) => Promise<Result>) =>
      openTransaction((open) => work(new Transaction(open))),
    /**
     * Runs `work` on a pooled connection with a time budget of `limitMs` for all its statements, not counting the wait
     * for the connection, and without sequential scans.
     *
     * @throws `TimeUp` over budget (see `isTimeUp`); what `work` throws.
     */
    withinTime: <Result>(limitMs: number, work: (sql: Sql) => Promise<Result>) =>
      inTransaction(take, (open) =>
        work(sqlOn(withinTime(open, limitMs), { isWatched: true, isTraced: true })),
      ),
    async close(): Promise<void> {
      await Promise.all([shared.end(), pool.end()])
    },
  }
}

async function inTransaction<Result>(
  take: Take,
  work: (open: OpenTransaction) => Promise<Result>,
): Promise<Result> {
  const client = await take()
  const open = new OpenTransaction(client)
  let broken: Error | undefined
  try {
    const result = await work(open)
    await open.commit()
    return result
  } catch (error) {
    await open.rollBack()
    // Don't reuse a connection that may still be in the transaction.
    if (transactionStatus(client) !== 'I') broken = error as Error
    throw open.causeOf(error)
  } finally {
    client.release(broken)
  }
}

const INT8 = 20
const TIMESTAMPTZ = 1184
const INT4_ARRAY = 1007
const TEXT_ARRAY = 1009
const FLOAT8_ARRAY = 1022

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [TIMESTAMPTZ, isoInstant],
  [INT4_ARRAY, arrayParser(INT4_ARRAY, (items) => items.map(Number))],
  [TEXT_ARRAY, arrayParser(TEXT_ARRAY, (items) => items)],
  [FLOAT8_ARRAY, arrayParser(FLOAT8_ARRAY, (items) => items.map(Number))],
])

/** Splits flat arrays without quotes or nulls; `pg` reads the others character by character. */
function arrayParser(oid: number, parse: (items: string[]) => unknown[]) {
  const parseAny = pg.types.getTypeParser(oid, 'text')
  return (text: string) => {
    if (text === '{}') return []
    const isPlain =
      text[0] === '{' && !text.includes('"') && !text.includes('{', 1) && !text.includes('NULL')
    return isPlain ? parse(text.slice(1, -1).split(',')) : parseAny(text)
  }
}

/** Parses instants as text, and `int8` as numbers: all our counts fit. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')
}
