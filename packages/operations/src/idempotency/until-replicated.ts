import type { Sql } from '@mediajobs/db'

// It writes a message to the WAL that has no reader. Its commit waits as that of a change does.
const WAIT = `select pg_logical_emit_message(true, 'mediajobs', '')`

/**
 * Waits until the synchronous standby has all that this server has shown so far. PostgreSQL shows a change that the
 * standby lacks after a crash, and after the wait of its commit was cancelled (docs/contract.md#c15-unreplicated).
 * `sql` must not be a transaction. Without a standby it costs one flush of the disk.
 */
export async function untilReplicated(sql: Sql): Promise<void> {
  await sql.query(WAIT)
}
