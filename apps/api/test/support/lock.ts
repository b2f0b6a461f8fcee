import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '@mediajobs/outbox'

const WAITING = `
  select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`

/** Locks one row: writes to it, and references, wait until the returned function is called. */
export function lockCustomer(store: Store, id: string) {
  return lock(store, 'select 1 from customers where id = $1 for update', [id])
}

/** Locks a table: reads and writes wait until the returned function is called. */
export function lockTable(store: Store, table: string) {
  return lock(store, `lock table ${table} in access exclusive mode`)
}

async function lock(store: Store, statement: string, values?: unknown[]) {
  const client = await store.database.pool.connect()
  await client.query('begin')
  await client.query(statement, values)
  const release = async () => {
    await client.query('rollback')
    client.release()
  }
  return Object.assign(release, {
    /** Resolves when a statement waits for the lock. */
    async whenWaitedFor() {
      while ((await client.query(WAITING)).rowCount === 0) await pause(20)
    },
  })
}
