import { migrateSchema } from '@mediajobs/db'
import { installQueues } from './webhook-queue.ts'

/** Brings the schema and the queues at `databaseUrl` to the version of this code. */
export async function migrate(databaseUrl: string): Promise<void> {
  await migrateSchema(databaseUrl)
  await installQueues(databaseUrl)
}
