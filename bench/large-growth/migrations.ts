import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrateSchema } from '@mediajobs/db'
import { addMigration } from '@mediajobs/testing/service/one-more-migration'
import type { Engine } from '../support/engine.ts'
import type { BenchKey } from '../support/fill.ts'
import type { Figure } from '../support/report.ts'
import { spreadOf } from '../support/statistics.ts'
import { type Loaded, underLoad } from './under-load.ts'

/** Migrations as a release has them. The service's own migrator runs each. */
const MIGRATIONS = {
  'a column of projects': ['ALTER TABLE "projects" ADD COLUMN "colour" text;'],
  'an index of projects': [
    'DROP INDEX CONCURRENTLY IF EXISTS "projects_of_city";',
    'CREATE INDEX CONCURRENTLY "projects_of_city" ON "projects" USING btree ("organization_id","city","id" DESC NULLS FIRST);',
  ],
  'an index of webhook deliveries': [
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_of_response" ON "webhook_deliveries" USING btree ("organization_id","response_status","id" DESC NULLS FIRST);',
  ],
} as const

// The next migration then is one more behind those of the service, and a data folder stays as it was.
const UNDO = [
  'alter table projects drop column if exists colour',
  'drop index if exists projects_of_city, webhook_deliveries_of_response',
  `delete from drizzle.__drizzle_migrations
   where id = (select max(id) from drizzle.__drizzle_migrations)`,
]

/** Runs each migration while requests are sent. The same requests are sent alone before, for `quietMs`. */
export async function timeMigrations(
  engine: Engine,
  folder: string,
  keys: readonly BenchKey[],
  quietMs: number,
): Promise<{ figures: Figure[]; samples: { migrations: Record<string, Loaded> } }> {
  const quiet = await underLoad(engine, folder, keys, () => pause(quietMs))
  const migrations: Record<string, Loaded> = { 'no migration': quiet }
  const figures: Figure[] = []
  for (const [name, statements] of Object.entries(MIGRATIONS)) {
    const own = join(folder, name.replaceAll(' ', '-'))
    await mkdir(own)
    await addMigration(own, statements)
    const loaded = await underLoad(engine, folder, keys, () =>
      migrateSchema(engine.databaseUrl, { folder: own }),
    )
    migrations[name] = loaded
    for (const statement of UNDO) await engine.client.query(statement)
    figures.push(
      {
        name: `P13 migration: ${name}, s`,
        goal: '–',
        value: spreadOf([loaded.seconds]),
        isMet: true,
      },
      {
        name: `P13 migration: ${name}: failed`,
        goal: '0',
        value: spreadOf([loaded.failed]),
        isMet: loaded.failed === 0,
      },
    )
  }
  return { figures, samples: { migrations } }
}
