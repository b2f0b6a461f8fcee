import type { Connection } from './sql.ts'

/** The statements exceeded their time budget. */
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
