import { type Database, openDatabase } from '@mediajobs/db'
import { environment, variables } from '@mediajobs/runtime'

/** Runs `work` on the database that DATABASE_URL names, over one connection. */
export async function withDatabase<Result>(
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL } = environment({ DATABASE_URL: variables.DATABASE_URL })
  const database = openDatabase({
    url: DATABASE_URL,
    poolSize: 1,
    applicationName: 'admin',
    onError() {},
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
