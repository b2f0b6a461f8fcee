// Fails when packages/db/src/schema and the migrations differ. `pnpm lint` runs it. It does not compare what
// Drizzle can't express and only the SQL of the migrations has: PARTITION BY and the partitions, UNLOGGED,
// fillfactor and other table settings, functions, triggers, and the columns `words`, which a trigger fills.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as schema from '@mediajobs/db/schema'
import { differences, snapshotOf } from './check-schema/differences.ts'

interface Journal {
  entries: { tag: string }[]
}

const META = new URL('../migrations/meta/', import.meta.url)

const { entries } = JSON.parse(await text('_journal.json')) as Journal
const newest = entries.at(-1)?.tag ?? ''
const file = `${newest.split('_')[0]}_snapshot.json`
const found = differences(JSON.parse(await text(file)), snapshotOf(schema))
for (const difference of found) process.stderr.write(`${difference}\n`)
if (found.length > 0) {
  process.stderr.write(
    `packages/db/src/schema and the migrations (up to ${newest}) differ in the places above. Write the migration: pnpm db:generate.\n`,
  )
  process.exitCode = 1
}

function text(name: string): Promise<string> {
  return readFile(fileURLToPath(new URL(name, META)), 'utf8')
}
