import * as schema from '@mediajobs/db/schema'
import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'

/** A table whose rows belong to organizations. */
export interface TenantTable {
  table: PgTable
  name: string
  /** Identify and order rows within an organization. */
  keys: readonly KeyColumn[]
}

interface KeyColumn {
  name: string
  /** SQL type. */
  type: string
}

const TENANT = 'organization_id'

// Tables that others refer to without foreign keys. Attempts are erased after deliveries, so that those made meanwhile
// are erased too; the request log last, with the calls made meanwhile.
const FIRST = [schema.apiRequests, schema.events, schema.webhookAttempts, schema.media]

// The state of a move: a moving organization is neither exported nor erased.
const OF_MOVES: readonly PgTable[] = [schema.organizationMoves, schema.moveMarks]

/**
 * Every table with an `organization_id`, in topological order: imports go forward, erasures backward.
 */
export const TENANT_TABLES: readonly TenantTable[] = [
  ...inOrder([...FIRST, ...Object.values(schema).filter((each) => is(each, PgTable))]),
].map((table) => ({ table, name: getTableConfig(table).name, keys: keysOf(table) }))

function inOrder(tables: readonly PgTable[]): Set<PgTable> {
  const ordered = new Set<PgTable>()
  function add(table: PgTable) {
    const { columns, foreignKeys } = getTableConfig(table)
    if (OF_MOVES.includes(table) || !columns.some(({ name }) => name === TENANT)) return
    const referenced = foreignKeys.map((key) => key.reference().foreignTable)
    for (const other of referenced) if (other !== table && !ordered.has(other)) add(other)
    ordered.add(table)
  }
  for (const table of tables) add(table)
  return ordered
}

function keysOf(table: PgTable): KeyColumn[] {
  const columns = Object.values(getTableColumns(table))
  const [composite] = getTableConfig(table).primaryKeys
  const single = columns.filter(({ primary }) => primary)
  const names = (composite?.columns ?? single).map(({ name }) => name)
  const own = names.filter((name) => name !== TENANT)
  return (own.length > 0 ? own : names).map((name) => {
    const column = columns.find((each) => each.name === name)
    if (!column) throw new Error(`the key column ${name} does not exist`)
    return { name, type: column.getSQLType() }
  })
}
