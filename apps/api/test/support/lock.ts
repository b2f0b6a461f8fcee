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
