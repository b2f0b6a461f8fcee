import type { Connection } from '../sql.ts'

/** Statements took longer together than they may. */
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

// Of a statement that the server has ended.
const CANCELED = '57014'

// PostgreSQL prefers to read a small table from end to end, and then looks into the words of records of
// all organizations before it looks whose they are.
const BY_INDEX = 'set local enable_seqscan = off'

/**
 * `connection`, inside a transaction, for statements that may take `limitMs` together and read tables
 * by an index. The server ends the one that takes longer. Both settings end with the transaction, so
 * they reach no other statement.
 */
export function withinTime(connection: Connection, limitMs: number): Connection {
  const startedMs = performance.now()
  return {
    async query(config, values) {
      const leftMs = Math.ceil(limitMs - (performance.now() - startedMs))
      if (leftMs <= 0) throw new TimeUp(limitMs)
      // Not waited for: if it fails, so does the statement behind it.
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
