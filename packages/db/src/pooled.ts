import type { PoolClient } from 'pg'
import { inOnePacket, transactionStatus } from './pg-internals.ts'
import { sendStatement } from './prepare-connection.ts'
import type { Connection } from './sql.ts'

/** Takes a connection of the pool. */
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

/** Returns a connection to the pool. Closes one that may still be inside a transaction: it must serve no other caller. */
function release(client: PoolClient): void {
  client.release(transactionStatus(client) !== 'I')
}

// What: commits that do not wait until the disk has them.
// Why: it saves the time of a flush. Other processes see such a commit at once. Only a crash of the PostgreSQL server can
//   undo it, within three times its `wal_writer_delay`. So it is for repeatable writes: a fetch of jobs, rate windows,
//   times of last use.
// Measured: on a slow disk a flush adds 2 ms or more to each webhook. ADR 12; for admission ADR 11.
// To remove: send the statements through `pooledOn`, and delete `UNFLUSHED` from their texts.

/**
 * SQL for the FROM of a statement that is a transaction by itself: its commit does not wait for the disk. The setting
 * ends with the statement; a setting of the connection would reach other callers behind a pooler such as PgBouncer.
 */
export const UNFLUSHED = `(select set_config('synchronous_commit', 'off', true)) as unflushed`

const BEGIN_UNFLUSHED = 'begin; set local synchronous_commit = off'

/** Single statements on the pool, each in a transaction whose commit does not wait for the disk. */
export function unflushedOn(take: Take): Connection {
  return {
    async query(config, values) {
      const client = await take()
      // Pipelined: all three go out at once.
      inOnePacket(client)
      const sent = [
        sendStatement(client, { text: BEGIN_UNFLUSHED }),
        sendStatement(client, config, values),
        // A rollback when the statement has failed.
        sendStatement(client, { text: 'commit' }),
      ] as const
      await Promise.allSettled(sent)
      release(client)
      const [, result] = await Promise.all(sent)
      return result
    },
  }
}
