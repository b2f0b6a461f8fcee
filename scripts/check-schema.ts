// Fails when packages/db/src/schema and the migrations differ. `pnpm lint` runs it. Ignores what only SQL migrations
// can express: PARTITION BY and the partitions, UNLOGGED, fillfactor and other table settings, functions, triggers,
// and the columns `words`, which a trigger fills.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as schema from '@mediajobs/db/schema'
import { generateDrizzleJson } from 'drizzle-kit/api'

interface Journal {
  entries: { tag: string }[]
}

const META = new URL('../migrations/meta/', import.meta.url)

function text(name: string): Promise<string> {
  return readFile(fileURLToPath(new URL(name, META)), 'utf8')
}

type Node = Record<string, unknown>

const IDS = ['id', 'prevId']

/** The tables of a schema module, in the format of `migrations/meta`. */
export function snapshotOf(schema: Record<string, unknown>): object {
  // Through JSON, to drop undefined values like a snapshot file.
  return JSON.parse(JSON.stringify(generateDrizzleJson(schema)))
}

/**
 * The differences between two snapshots, one line each: `tables.public.projects.indexes.x: only in the schema`.
 * Compares columns, index expressions and check constraints.
 */
export function differences(inMigrations: object, inSchema: object): string[] {
  return nodeDifferences(withoutIds(inMigrations), withoutIds(inSchema), [])
}

function withoutIds(snapshot: object): Node {
  return Object.fromEntries(Object.entries(snapshot).filter(([key]) => !IDS.includes(key)))
}

function nodeDifferences(migrated: unknown, stated: unknown, path: readonly string[]): string[] {
  if (isNode(migrated) && isNode(stated)) {
    const keys = new Set([...Object.keys(migrated), ...Object.keys(stated)])
    return [...keys].flatMap((key) => nodeDifferences(migrated[key], stated[key], [...path, key]))
  }
  if (migrated === stated) return []
  const place = path.join('.')
  if (migrated === undefined) return [`${place}: only in the schema`]
  if (stated === undefined) return [`${place}: only in the migrations`]
  return [
    `${place}: ${JSON.stringify(migrated)} in the migrations, ${JSON.stringify(stated)} in the schema`,
  ]
}

// Lists are nodes too, keyed by index.
function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

if (import.meta.main) {
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
}
