import { IS_UNFINISHED, isResting } from '@mediajobs/db/schema'
import type { Store, Tx } from '@mediajobs/outbox'
import { type BulkImport, type BulkImportRef, COLUMNS } from './bulk-import.ts'
import { findRecords } from './import-row.ts'
import { type PendingRow, type RowFault, type RowResult, runRow } from './run-row.ts'

// Rows of one commit. A batch locks its records until then, and other writers must not wait for long.
const BATCH_SIZE = 25
// A dispatcher that is stuck for longer loses its batch to another one.
const LEASE = `set local idle_in_transaction_session_timeout = '30s'`

const RUNNABLE = `
  select distinct on (organization_id) organization_id as "organizationId", id
  from bulk_imports
  where ${IS_UNFINISHED} and not ${isResting('bulk_imports.organization_id')}
  order by organization_id, created_at, id`

// The process that runs the import has locked its row. When that process dies, its connection ends and
// the lock with it.
const CLAIM = `
  select ${COLUMNS} from bulk_imports
  where organization_id = $1 and id = $2 and ${IS_UNFINISHED}
  for update skip locked`

const NEXT_ROWS = `
  select row as number, data, messages from bulk_import_rows
  where organization_id = $1 and import_id = $2 and status = 'PENDING'
  order by row limit ${BATCH_SIZE}`

const WRITE_RESULTS = `
  update bulk_import_rows as target
  set status = result.status, record_id = result."recordId",
    messages = array(select json_array_elements_text(result.messages))
  from json_to_recordset($3::json)
    as result (number int, status text, messages json, "recordId" uuid)
  where target.organization_id = $1 and target.import_id = $2 and target.row = result.number`

const WRITE_PROGRESS = `
  update bulk_imports
  set succeeded = succeeded + $3, failed = failed + $4,
    status = case when $5 then 'COMPLETED' else 'RUNNING' end,
    finished_at = case when $5 then clock_timestamp() end
  where organization_id = $1 and id = $2
  returning ${COLUMNS}`

/**
 * The imports that can run now: the oldest unfinished one of each organization. The imports of an
 * organization run in order, so that projects find the customers that were sent before them.
 */
export function findRunnableImports(store: Store): Promise<BulkImportRef[]> {
  return store.sql.query<BulkImportRef & Record<string, unknown>>(RUNNABLE)
}

/**
 * Runs the next rows of an import. Their results are committed with the records that they wrote. So each
 * row runs once or never, even when a process dies. Several processes may call it at the same time.
 *
 * @param onFault is called for a row that failed by a fault of ours. The other rows go on.
 * @returns the import after the batch; `null` when another process runs it.
 */
export function runImport(
  store: Store,
  { organizationId, id }: BulkImportRef,
  onFault: (fault: RowFault) => void,
): Promise<BulkImport | null> {
  return store.transaction(async (tx) => {
    tx.query(LEASE).catch(() => {})
    const [claimed] = await tx.query<BulkImport>(CLAIM, [organizationId, id])
    if (!claimed) return null
    const rows = await tx.query<PendingRow & Record<string, unknown>>(NEXT_ROWS, [
      organizationId,
      id,
    ])
    const results = await runRows(tx, claimed, rows, onFault)
    const failed = results.filter(({ status }) => status === 'FAILED').length
    const isLast = rows.length < BATCH_SIZE
    const progress = [organizationId, id, results.length - failed, failed, isLast]
    const [, [after]] = await Promise.all([
      tx.query(WRITE_RESULTS, [organizationId, id, JSON.stringify(results)]),
      tx.query<BulkImport>(WRITE_PROGRESS, progress),
    ])
    return after ?? null
  })
}

async function runRows(
  tx: Tx,
  bulkImport: BulkImport,
  rows: readonly PendingRow[],
  onFault: (fault: RowFault) => void,
): Promise<RowResult[]> {
  const { organizationId, kind } = bulkImport
  const externalIds = rows.map(({ data }) => data.externalId)
  const records = await findRecords(tx, organizationId, kind, externalIds)
  const results: RowResult[] = []
  // One after the other: when two rows want the same thing, the first row gets it.
  for (const row of rows) results.push(await runRow(tx, bulkImport, row, records, onFault))
  return results
}
