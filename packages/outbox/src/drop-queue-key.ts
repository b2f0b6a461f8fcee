// What: drops the foreign key that leads from the jobs of our queue to pg-boss's list of queues.
// Why: each job locks the row of its queue at its COMMIT. All transactions that publish share this one row, and
//   PostgreSQL keeps a list of those that hold it (a multixact). The row is never deleted while the service runs.
// Measured: docs/performance.md, "A live event".
// To remove: delete the call and this file. A database that was installed before stays without the key.
import type { Pool } from 'pg'

const keyOfQueue = (schema: string) => `
  select format('alter table %s drop constraint if exists %I', conrelid::regclass, conname) as "dropKey"
  from ${schema}.queue
  join pg_constraint on conrelid = to_regclass(format('${schema}.%I', queue.table_name))
  where queue.name = $1 and conname = 'q_fkey'`
// The locks wait for transactions that write jobs, and later ones wait for the locks.
const LOCK_TIMEOUT = `set local lock_timeout = '2s'`
const LOCK_NOT_AVAILABLE = '55P03'

/** Drops the key if it is there. If its locks are not free within two seconds, the next migration tries again. */
export async function dropQueueKey(pool: Pool, schema: string, queue: string): Promise<void> {
  const { rows } = await pool.query<{ dropKey: string }>(keyOfQueue(schema), [queue])
  for (const { dropKey } of rows) {
    await pool.query(`begin; ${LOCK_TIMEOUT}; ${dropKey}; commit`).catch(async (error) => {
      await pool.query('rollback')
      if (error.code !== LOCK_NOT_AVAILABLE) throw error
    })
  }
}
