import { openStore, type Store } from '@mediajobs/outbox'
import { environment, variables } from '@mediajobs/runtime'

/** Runs `work` on the database that DATABASE_URL names. */
export async function withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const { DATABASE_URL } = environment({ DATABASE_URL: variables.DATABASE_URL })
  const store = openStore({
    databaseUrl: DATABASE_URL,
    // One for the transaction, one for the queue to look at its settings meanwhile.
    poolSize: 2,
    applicationName: 'admin',
    onError() {},
  })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
