import type { Connection } from './sql.ts'

/** Statements took longer together than they may. */
export class TimeUp extends Error {
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

/**
 * `connection`, inside a transaction, for statements that may take `limitMs` together. The server ends
 * the one that takes longer. The limit ends with the transaction, so it reaches no other statement.
 */
export function withinTime(connection: Connection, limitMs: number): Connection {
  const startedMs = performance.now()
  return {
    async query(config, values) {
      const leftMs = Math.ceil(limitMs - (performance.now() - startedMs))
      if (leftMs <= 0) throw new TimeUp(limitMs)
      // Not waited for: if it fails, so does the statement behind it.
      connection.query({ text: `set local statement_timeout = ${leftMs}` }).catch(() => {})
      try {
        return await connection.query(config, values)
      } catch (error) {
        throw (error as { code?: unknown }).code === CANCELED ? new TimeUp(limitMs) : error
      }
    },
  }
}
