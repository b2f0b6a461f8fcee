import { migrateSchema } from '@mediajobs/db'
import { installQueues } from './webhook-queue.ts'

/** Brings the database at `databaseUrl` to the version of this code, its queues included. */
export async function migrate(databaseUrl: string): Promise<void> {
  await migrateSchema(databaseUrl)
  await installQueues(databaseUrl)
}
