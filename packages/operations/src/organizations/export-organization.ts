import { type Database, isoInstant, type Sql, selectList } from '@mediajobs/db'
import { noSuchOrganization } from '../shared/errors.ts'
import { EXPORTED_TABLES, type ExportedTable, type Row } from './exported-tables.ts'
import type { Organization } from './organization.ts'

interface ExportHead {
  organization: Organization
  /** The time of the snapshot. */
  exportedAt: string
}

/** Receives an export in pieces, with backpressure. */
export interface ExportSink {
  begin(head: ExportHead): Promise<void>
  /** Called one or more times per kind, consecutively. */
  add(kind: string, rows: readonly Row[]): Promise<void>
}

// Bounds memory: a row may have megabytes.
const ROWS_AT_ONCE = 200

const SNAPSHOT = 'set transaction isolation level repeatable read, read only'
// Idle while a batch is written to a possibly slow disk.
const PATIENCE = `set local idle_in_transaction_session_timeout = '10min'`
const HEAD = `
  select id, name, created_at as "createdAt", now()::text as now from organizations where id = $1`

/**
 * Exports all data of an organization from one snapshot, in constant memory. Holds back vacuum while it runs.
 *
 * @throws {OperationError} `not_found`; or any error of `sink`.
 */
export async function exportOrganization(
  database: Database,
  orgId: string,
  sink: ExportSink,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(SNAPSHOT)
    await tx.query(PATIENCE)
    const [found] = await tx.query<Organization & { now: string }>(HEAD, [orgId])
    if (!found) throw noSuchOrganization()
    const { now, ...organization } = found
    await sink.begin({ organization, exportedAt: isoInstant(now) })
    for (const table of EXPORTED_TABLES) {
      for await (const rows of batches(tx, orgId, table)) {
        await sink.add(table.kind, rows.map(table.toRow))
      }
    }
  })
}

async function* batches(sql: Sql, orgId: string, exported: ExportedTable): AsyncIterable<Row[]> {
  const { table, name, keys, withheld, more = {} } = exported
  const further = Object.entries(more).map(([field, text]) => `, ${text} as "${field}"`)
  const order = keys.map((key) => key.name).join(', ')
  await sql.queryOnce(
    `declare ${name}_rows no scroll cursor for
     select ${selectList(table, withheld)}${further.join('')} from ${name}
     where organization_id = $1 order by ${order}`,
    [orgId],
  )
  for (;;) {
    const rows = await sql.queryOnce<Row>(`fetch ${ROWS_AT_ONCE} from ${name}_rows`)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) break
  }
  await sql.queryOnce(`close ${name}_rows`)
}
