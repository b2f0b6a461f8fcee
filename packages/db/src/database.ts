import pg from 'pg'
import { isMissingPartition, Refusals, type Unavailability } from './database-error.ts'
import { MultiplexedConnections } from './multiplexed-connections.ts'
import { makePartitions, PartitionKeeper } from './partitions.ts'
import { transactionStatus } from './pg-internals.ts'
import { pooledOn, type Take, unflushedOn } from './pooled.ts'
import { prepareConnection } from './prepare-connection.ts'
import { ResponseTimeout } from './response-timeout.ts'
import { type Connection, type Sql, sqlOn } from './sql.ts'
import { withinTime } from './time-limit.ts'
import { OpenTransaction, Transaction } from './transaction.ts'
import { getTypeParser } from './values.ts'

export interface DatabaseOptions {
  url: string
  /** The maximum number of connections, shared ones included. */
  poolSize: number
  /** How many of them serve {@link Database.quick}. Default 0: the pool serves it. */
  sharedConnections?: number
  /** How long a caller waits for a free connection. Default: 3,000. */
  connectTimeoutMs?: number
  /** As PostgreSQL shows it in `pg_stat_activity`. */
  applicationName: string
  /** Called when an idle connection breaks or partitions could not be created. */
  onError(error: Error): void
}

export interface Database {
  /** Single statements, each on any connection of the pool. */
  readonly sql: Sql
  /**
   * Single statements over connections that all callers share. They must be quick at any table size and must not wait
   * for long-held locks. Those that write use `UNFLUSHED`.
   */
  readonly quick: Sql
  /**
   * The maximum number of connections, how many are open, how many of these are in use, and how many callers wait.
   */
  connections(): { limit: number; total: number; busy: number; waitedFor: number }
  /** How often the database could not be used since the start, by reason. */
  refusals(): Readonly<Record<Unavailability, number>>
  /** Whether it has refused a change within the last seconds because its disk is full. Reads may go on. */
  readonly isFull: boolean
  /** Statements on the pool, as {@link sql} sends them. */
  readonly pooled: Connection
  /** The pool, for a caller that must hold a connection. */
  readonly pool: pg.Pool
  /**
   * Single statements on the pool whose commit does not wait for the disk. A crash of the database server
   * can undo them, so they are for writes that can be repeated.
   */
  readonly unflushed: Connection
  /** How many connections serve {@link Database.quick}; 0 when the pool serves it. */
  readonly sharedConnections: number
  /**
   * Runs `work` in one transaction and returns its result. Statements are pipelined. COMMIT is sent only when every
   * statement has its result, including those that `work` did not wait for. Only statements of
   * `Transaction.besideCommit` are sent together with it.
   *
   * @throws what `work` or a statement threw, after a rollback.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** The same for a subclass of {@link Transaction}, which `work` creates. */
  openTransaction<Result>(work: (open: OpenTransaction) => Promise<Result>): Promise<Result>
  /**
   * Runs `work` on one connection of the pool. Its statements may take `limitMs` together; the wait for the
   * connection does not count. They use no sequential scan.
   *
   * @throws `TimeUp` when they take longer (see `isTimeUp`); what `work` throws.
   */
  withinTime<Result>(limitMs: number, work: (sql: Sql) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

// The caller can repeat the request.
const CONNECT_TIMEOUT_MS = 3_000
// No statement of the service takes this long, unless it waits for a lock. The server ends it, so that it doesn't outlive
// its caller.
const STATEMENT_TIMEOUT_MS = 8_000
// Longer than the server's limit: a server that doesn't even report its timeout is gone.
const RESPONSE_TIMEOUT_MS = 9_000
// A process that vanished within a transaction still holds its locks.
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000
const KEEP_ALIVE_DELAY_MS = 10_000

/** Opens a pool of pipelining connections. Nothing is connected before the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
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
  const pool = new pg.Pool({ ...config, max: poolSize - sharedConnections })
  const watch = new ResponseTimeout(RESPONSE_TIMEOUT_MS)
  const refusals = new Refusals()
  const onError = (error: Error) => {
    refusals.note(error)
    options.onError(error)
  }
  const shared = new MultiplexedConnections(config, sharedConnections, watch, refusals, onError)
  const take = () => refusals.connected(pool.connect())
  const pooled = pooledOn(take)
  const pooledSql = sqlOn(pooled, { isTraced: true })
  // Without a listener, a connection that breaks while idle would end the process.
  pool.on('error', options.onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    prepareConnection(client, watch, refusals)
  })
  const make = () => inTransaction(take, (open) => makePartitions(new Transaction(open)))
  const partitions = new PartitionKeeper(make, options.onError)

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
    sql: pooledSql,
    // Texts that vary may be slow, so they never run on the shared connections.
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
    refusals: () => refusals.counts,
    get isFull() {
      return refusals.isFull
    },
    pooled,
    pool,
    sharedConnections,
    unflushed: unflushedOn(take),
    openTransaction,
    transaction: (work) => openTransaction((open) => work(new Transaction(open))),
    withinTime: (limitMs, work) =>
      inTransaction(take, (open) =>
        work(sqlOn(withinTime(open, limitMs), { isWatched: true, isTraced: true })),
      ),
    async close() {
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
    // A connection that may still be inside the transaction must serve no other caller.
    if (transactionStatus(client) !== 'I') broken = error as Error
    throw open.causeOf(error)
  } finally {
    client.release(broken)
  }
}
