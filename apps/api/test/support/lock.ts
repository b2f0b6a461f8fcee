import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '@mediajobs/outbox'

/** Keeps every write of one row waiting until it is let go. */
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

/** Keeps every read and write of one table waiting until it is let go. */
export async function lockTable(store: Store, table: string) {
  const client = await store.database.pool.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  const letGo = async () => {
    await client.query('rollback')
    client.release()
  }
  return Object.assign(letGo, {
    /** Until somebody waits for it. */
    async whenWaitedFor() {
      while ((await client.query(WAITING, [table])).rowCount === 0) await pause(20)
    },
  })
}
