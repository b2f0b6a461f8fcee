import * as schema from '@mediajobs/db/schema'
import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'

/** A table in which each row belongs to one organization. */
export interface TenantTable {
  table: PgTable
  name: string
  /** The columns that identify a row within its organization. Rows are read in the order of them. */
  keys: readonly KeyColumn[]
}

interface KeyColumn {
  name: string
  /** The SQL type. */
  type: string
}

const TENANT = 'organization_id'

// Other tables name the rows of these without a foreign key. Attempts come before their deliveries, so that no
// attempt is logged of a deleted delivery. The request log is erased last, with the calls that came meanwhile.
const FIRST = [schema.apiRequests, schema.events, schema.webhookAttempts, schema.media]

// The state of a move between two cells: an organization is not exported or erased while it moves.
const OF_MOVES: readonly PgTable[] = [schema.organizationMoves, schema.moveMarks]

/**
 * Every table with an `organization_id`. A table comes after the tables to which it refers: an import in
 * this order finds every record that it refers to, and an erasure in the reverse order breaks no reference.
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
    if (!column) throw new Error(`the table has no column ${name}, which is in its key`)
    return { name, type: column.getSQLType() }
  })
}
