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

/** Returns a connection to the pool, or closes it if it may still be in a transaction. */
function release(client: PoolClient): void {
  client.release(transactionStatus(client) !== 'I')
}

// What: asynchronous commits.
// Why: saves a flush. Other processes see the commit at once; only a crash of the server within three times its
//   `wal_writer_delay` loses it. For repeatable writes: job fetches, rate windows, last use.
// Measured: on a slow disk a flush adds 2 ms or more to each webhook. ADR 12; for admission ADR 11.
// To remove: send the statements through `pooledOn`, and delete `UNFLUSHED` from their texts.

/**
 * SQL for the FROM of a single-statement transaction: its commit doesn't wait for the disk. Local to the statement: a
 * connection setting would leak to other callers behind a pooler such as PgBouncer.
 */
export const UNFLUSHED = `(select set_config('synchronous_commit', 'off', true)) as unflushed`

const BEGIN_UNFLUSHED = 'begin; set local synchronous_commit = off'

/** Single statements on the pool, committed asynchronously. */
export function unflushedOn(take: Take): Connection {
  return {
    async query(config, values) {
      const client = await take()
      // Pipelined: all three share a packet.
      inOnePacket(client)
      const sent = [
        sendStatement(client, { text: BEGIN_UNFLUSHED }),
        sendStatement(client, config, values),
        // Rolls back if the statement failed.
        sendStatement(client, { text: 'commit' }),
      ] as const
      await Promise.allSettled(sent)
      release(client)
      const [, result] = await Promise.all(sent)
      return result
    },
  }
}
