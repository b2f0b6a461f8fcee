import type pg from 'pg'
import type { PoolClient } from 'pg'
import type { Connection } from '../sql.ts'
import { sendStatement } from './send-statement.ts'
import { transactionStatus } from './transaction-status.ts'

/**
 * In the FROM of a statement that is a transaction of its own: its commit does not wait for the disk, as
 * {@link unflushedOn} has it. It ends with the statement: a setting of the connection would go over to
 * others where a pooler hands connections round.
 */
export const UNFLUSHED = `(select set_config('synchronous_commit', 'off', true)) as unflushed`

const BEGIN_UNFLUSHED = 'begin; set local synchronous_commit = off'

/** Single statements, each on any connection of `pool`. */
export function pooledOn(pool: pg.Pool): Connection {
  return {
    async query(config, values) {
      const client = await pool.connect()
      try {
        return await sendStatement(client, config, values)
      } finally {
        release(client)
      }
    },
  }
}

/**
 * The same, each in a transaction whose commit does not wait for the disk. Other processes see at once
 * what was written. Only a crash of the server itself can undo it, and only what it wrote in the last
 * moments (three times its `wal_writer_delay`).
 */
export function unflushedOn(pool: pg.Pool): Connection {
  return {
    async query(config, values) {
      const client = await pool.connect()
      const sent = [
        sendStatement(client, { text: BEGIN_UNFLUSHED }),
        sendStatement(client, config, values),
        // Of a transaction that has failed, the server makes this a rollback.
        sendStatement(client, { text: 'commit' }),
      ] as const
      await Promise.allSettled(sent)
      release(client)
      const [, answer] = await Promise.all(sent)
      return answer
    },
  }
}

// A connection that may still be inside a transaction must not serve anyone else.
function release(client: PoolClient): void {
  client.release(transactionStatus(client) !== 'I')
}
