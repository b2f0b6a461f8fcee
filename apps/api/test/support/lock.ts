import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '@mediajobs/outbox'

/** Locks one row: writes to it wait until the returned function is called. */
export async function lockCustomer(store: Store, id: string): Promise<() => Promise<void>> {
  const client = await store.database.pool.connect()
  await client.query('begin')
  await client.query('select 1 from customers where id = $1 for update', [id])
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

const WAITING = `
  select from pg_locks where relation = $1::regclass and not granted`

/** Locks a table: reads and writes wait until the returned function is called. */
export async function lockTable(store: Store, table: string) {
  const client = await store.database.pool.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  const release = async () => {
    await client.query('rollback')
    client.release()
  }
  return Object.assign(release, {
    /** Resolves when a statement waits for the table. */
    async whenWaitedFor() {
      while ((await client.query(WAITING, [table])).rowCount === 0) await pause(20)
    },
  })
}
