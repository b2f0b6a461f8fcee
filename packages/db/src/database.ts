import pg from 'pg'
import { MultiplexedConnections } from './connections/multiplexed-connections.ts'
import { pooledOn } from './connections/pooled.ts'
import { ResponseTimeout } from './connections/response-timeout.ts'
import { withinTime } from './connections/time-limit.ts'
import { transactionStatus } from './connections/transaction-status.ts'
import { getTypeParser } from './connections/type-parser.ts'
import { unflushedOn } from './connections/unflushed.ts'
import { withoutJit } from './connections/without-jit.ts'
import { isMissingPartition } from './database-error.ts'
import { OpenTransaction } from './open-transaction.ts'
import { makePartitions, PartitionKeeper } from './partitions.ts'
import { type Connection, type Sql, sqlOn } from './sql.ts'
import { Transaction } from './transaction.ts'

export interface DatabaseOptions {
  url: string
  /** Connections at the most, the shared ones among them. */
  poolSize: number
  /** How many of them serve {@link Database.quick}. Default: none, and the pool serves it. */
  sharedConnections?: number
  /** As PostgreSQL shows it in `pg_stat_activity`. */
  applicationName: string
  /** Told of a connection that broke while nobody used it, and of partitions that were not made. */
  onError(error: Error): void
}

export interface Database {
  /** Single statements, each on any connection of the pool. */
  readonly sql: Sql
  /**
   * Single statements that are quick at any size of the tables and wait for no lock that is held for
   * long: they are sent over connections that all callers share. Those that write do so `UNFLUSHED`.
   */
  readonly quick: Sql
  /**
   * How many connections there may be, how many there are, how many of these work, and how many
   * callers wait for one.
   */
  connections(): { limit: number; total: number; busy: number; waitedFor: number }
  /** Statements on the pool, as {@link sql} sends them. */
  readonly pooled: Connection
  /** The pool, for what must hold a connection of its own. */
  readonly pool: pg.Pool
  /**
   * Single statements on the pool whose commit does not wait for the disk: for what can be done
   * again when the server itself crashes.
   */
  readonly unflushed: Connection
  /** How many connections serve {@link Database.quick}; 0 when the pool serves it. */
  readonly sharedConnections: number
  /**
   * Runs `work` in one transaction and returns its result. Statements are pipelined; COMMIT is sent only
   * when every statement has its result, also those that `work` did not wait for.
   *
   * @throws what `work` or a statement threw, after a rollback.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** The same for a class that extends {@link Transaction}: `work` makes one of it. */
  openTransaction<Result>(work: (open: OpenTransaction) => Promise<Result>): Promise<Result>
  /**
   * Runs `work` on one connection of the pool. Its statements may take `limitMs` together, without
   * the wait for the connection, and read no table from end to end.
   *
   * @throws `TimeUp` when they take longer (see `isTimeUp`); what `work` throws.
   */
  withinTime<Result>(limitMs: number, work: (sql: Sql) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

// A client that waits longer than this for a connection is better told to come back.
const CONNECT_TIMEOUT_MS = 3_000
// No statement of the service takes this long; one that does is lost behind a lock. The server ends
// it, so that it does not go on when nobody waits for it any more.
const STATEMENT_TIMEOUT_MS = 8_000
// Longer than the server's own limit: what has not even said that it gave up is a host that is gone.
const ANSWER_TIMEOUT_MS = 9_000
// The locks of a process that vanished in the middle of a transaction are everybody's wait.
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000
const KEEP_ALIVE_DELAY_MS = 10_000

/** Opens a pool of pipelining connections. Nothing is connected before the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
  const { poolSize, sharedConnections = 0 } = options
  const config = {
    connectionString: options.url,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types: { getTypeParser },
    pipeline: true,
  } as pg.ClientConfig
  const pool = new pg.Pool({ ...config, max: poolSize - sharedConnections })
  const watch = new ResponseTimeout(ANSWER_TIMEOUT_MS)
  const shared = new MultiplexedConnections(config, sharedConnections, watch, options.onError)
  const pooled = pooledOn(pool)
  const pooledSql = sqlOn(pooled, { isTraced: true })
  // Without a listener, a connection that breaks while idle would end the process.
  pool.on('error', options.onError)
  pool.on('connect', (client) => {
    client.on('error', options.onError)
    void withoutJit(client)
    watch.watch(client)
  })
  const make = () => inTransaction(pool, (open) => makePartitions(new Transaction(open)))
  const partitions = new PartitionKeeper(make, options.onError)

  async function openTransaction<Result>(work: (open: OpenTransaction) => Promise<Result>) {
    await partitions.ahead()
    try {
      return await inTransaction(pool, work)
    } catch (error) {
      if (isMissingPartition(error)) partitions.missed()
      throw error
    }
  }

  return {
    sql: pooledSql,
    // A text that varies may be slow, so it never runs on the shared connections.
    quick:
      sharedConnections > 0
        ? { ...sqlOn(shared, { isTraced: true }), queryOnce: pooledSql.queryOnce }
        : pooledSql,
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
    pooled,
    pool,
    sharedConnections,
    unflushed: unflushedOn(pool),
    openTransaction,
    transaction: (work) => openTransaction((open) => work(new Transaction(open))),
    withinTime: (limitMs, work) =>
      inTransaction(pool, (open) =>
        work(sqlOn(withinTime(open, limitMs), { isWatched: true, isTraced: true })),
      ),
    async close() {
      await Promise.all([shared.end(), pool.end()])
    },
  }
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (open: OpenTransaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  const open = new OpenTransaction(client)
  let broken: Error | undefined
  try {
    const result = await work(open)
    await open.commit()
    return result
  } catch (error) {
    await open.rollBack()
    // A connection that may still be inside the transaction must not serve anyone else.
    if (transactionStatus(client) !== 'I') broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}
