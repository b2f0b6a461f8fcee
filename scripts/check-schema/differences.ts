import { generateDrizzleJson } from 'drizzle-kit/api'

type Node = Record<string, unknown>

// They name a snapshot and say nothing of the schema.
const NAMES = ['id', 'prevId']

/** The tables among the exports of a schema module, as drizzle-kit writes them into `migrations/meta`. */
export function snapshotOf(schema: Record<string, unknown>): object {
  // As it is read back from a file: without what is undefined.
  return JSON.parse(JSON.stringify(generateDrizzleJson(schema)))
}

/**
 * Every place where two snapshots differ, as a line each: `tables.public.projects.indexes.x: only in the
 * schema`. Columns, indexes with their expressions, and checks with their text are all compared.
 */
export function differences(inMigrations: object, inSchema: object): string[] {
  return nodeDifferences(withoutNames(inMigrations), withoutNames(inSchema), [])
}

function withoutNames(snapshot: object): Node {
  return Object.fromEntries(Object.entries(snapshot).filter(([key]) => !NAMES.includes(key)))
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

// A list too: its places are its keys.
function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}
