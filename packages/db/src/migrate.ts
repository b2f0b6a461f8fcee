import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { PARTITION_DAYS_AHEAD } from './partitions.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))
// Any constant will do; two migrators that start together wait for each other on it.
const MIGRATION_LOCK = 7_281_964

/** Brings the schema at `databaseUrl` up to date; several at once are safe. */
export async function migrateSchema(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS })
    await client.query('select make_day_partitions($1)', [PARTITION_DAYS_AHEAD])
  } finally {
    await client.end()
  }
}
