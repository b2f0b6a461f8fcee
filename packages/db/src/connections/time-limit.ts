import type { Connection } from '../sql.ts'

/** Statements together took longer than their limit. */
class TimeUp extends Error {
  readonly limitMs: number

  constructor(limitMs: number) {
    super(`the statements took longer than ${limitMs} ms`)
    this.name = 'TimeUp'
    this.limitMs = limitMs
  }
}

/** Whether `error` is a {@link TimeUp}, also inside what Drizzle wraps around it. */
export function isTimeUp(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof TimeUp || isTimeUp(error.cause)
}

// SQLSTATE query_canceled: the server has ended the statement.
const CANCELED = '57014'

// PostgreSQL prefers to read a small table from end to end. It then looks into the words of the records of
// all organizations before it looks at the organization.
const BY_INDEX = 'set local enable_seqscan = off'

/**
 * `connection`, which must be inside a transaction, for statements that together may take `limitMs` and
 * that read tables by an index. The server ends a statement that takes longer. Both settings end with the
 * transaction, so they reach no other statement. @throws {TimeUp}
 */
export function withinTime(connection: Connection, limitMs: number): Connection {
  const startedMs = performance.now()
  return {
    async query(config, values) {
      const leftMs = Math.ceil(limitMs - (performance.now() - startedMs))
      if (leftMs <= 0) throw new TimeUp(limitMs)
      // pipelined: if this fails, the statement behind it fails too.
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
