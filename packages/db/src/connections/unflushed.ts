// What: commits that do not wait until the disk has them.
// Why: such a commit saves the time of a flush. All other processes see it at once. Only a crash of the
//   PostgreSQL server can undo it, and only within three times its `wal_writer_delay`. So it is for writes
//   that can be repeated: a fetch of jobs, rate windows, times of last use.
// Measured: on a slow disk a flush adds 2 ms or more to each webhook. ADR 12; for admission ADR 11.
// To remove: send the statements through `pooledOn`, take `UNFLUSHED` out of their texts, delete this file.
import type { Connection } from '../sql.ts'
import { inOnePacket } from './one-packet.ts'
import { release, type Take } from './pooled.ts'
import { sendStatement } from './send-statement.ts'

/**
 * SQL for the FROM of a statement that is a transaction of its own: its commit does not wait for the disk.
 * The setting ends with the statement. A setting of the connection would reach other callers behind a
 * pooler such as PgBouncer.
 */
export const UNFLUSHED = `(select set_config('synchronous_commit', 'off', true)) as unflushed`

const BEGIN_UNFLUSHED = 'begin; set local synchronous_commit = off'

/** Single statements on the pool, each in a transaction whose commit does not wait for the disk. */
export function unflushedOn(take: Take): Connection {
  return {
    async query(config, values) {
      const client = await take()
      // They are pipelined: all three go out at once.
      inOnePacket(client)
      const sent = [
        sendStatement(client, { text: BEGIN_UNFLUSHED }),
        sendStatement(client, config, values),
        // When the statement has failed, the server does a rollback instead.
        sendStatement(client, { text: 'commit' }),
      ] as const
      await Promise.allSettled(sent)
      release(client)
      const [, result] = await Promise.all(sent)
      return result
    },
  }
}
