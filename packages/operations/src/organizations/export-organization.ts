import { type Database, isoInstant, type Sql, selectList } from '@mediajobs/db'
import { noSuchOrganization } from '../shared/errors.ts'
import { EXPORTED_TABLES, type ExportedTable, type Row } from './exported-tables.ts'
import type { Organization } from './organization.ts'

/** The organization of an export, and the time of its snapshot. */
interface ExportHead {
  organization: Organization
  exportedAt: string
}

/** Writes an export piece by piece. The next piece is read after this one is written. */
export interface ExportSink {
  begin(head: ExportHead): Promise<void>
  /** Rows of one kind. Each kind has one call or several, one after the other. */
  add(kind: string, rows: readonly Row[]): Promise<void>
}

// Rows that are in memory at a time. One row may have some megabytes.
const ROWS_AT_ONCE = 200

// One snapshot: later changes are not in it, and no other transaction waits for it.
const SNAPSHOT = 'set transaction isolation level repeatable read, read only'
// The transaction is idle while a batch is written, and a disk may be slow.
const PATIENCE = `set local idle_in_transaction_session_timeout = '10min'`
const HEAD = `
  select id, name, created_at as "createdAt", now()::text as now from organizations where id = $1`

/**
 * Reads all data of an organization in one snapshot, while the service runs. Memory does not grow with the
 * data. While it reads, PostgreSQL cannot vacuum rows that are deleted.
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
