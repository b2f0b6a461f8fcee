import { openStore, type Store } from '@mediajobs/outbox'
import { environment, variables } from '@mediajobs/runtime'

/** Runs `work` on the database of DATABASE_URL. */
export async function withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const { DATABASE_URL, CELL } = environment({
    DATABASE_URL: variables.DATABASE_URL,
    CELL: variables.CELL,
  })
  const store = openStore({
    databaseUrl: DATABASE_URL,
    // One for the transaction, and one for the queue, which reads its settings meanwhile.
    poolSize: 2,
    applicationName: 'admin',
    cell: CELL,
    onError() {},
  })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
