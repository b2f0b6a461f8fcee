import type { Connection } from './sql.ts'

/** Statements together took longer than their limit. */
class TimeUp extends Error {
  readonly limitMs: number

  constructor(limitMs: number) {
    super(`the statements took longer than ${limitMs} ms`)
    this.name = 'TimeUp'
    this.limitMs = limitMs
  }
}

/** Whether `error` is a {@link TimeUp}. */
export function isTimeUp(error: unknown): boolean {
  return error instanceof TimeUp
}

// SQLSTATE query_canceled: the server has ended the statement.
const CANCELED = '57014'

// PostgreSQL prefers a sequential scan of a small table. Such a scan compares the words of the records of
// all organizations before it filters by organization.
const BY_INDEX = 'set local enable_seqscan = off'

/**
 * `connection` with a limit: its statements may take `limitMs` together, and they read tables by an index.
 * The server ends a statement that takes longer. `connection` must be inside a transaction: both settings
 * end with it, so they affect no other statement. @throws {TimeUp}
 */
export function withinTime(connection: Connection, limitMs: number): Connection {
  const startedMs = performance.now()
  return {
    async query(config, values) {
      const leftMs = Math.ceil(limitMs - (performance.now() - startedMs))
      if (leftMs <= 0) throw new TimeUp(limitMs)
      // This is pipelined: if it fails, the statement behind it fails too.
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
