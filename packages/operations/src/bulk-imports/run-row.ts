import { isUnavailable } from '@mediajobs/db'
import type { Tx } from '@mediajobs/outbox'
import { OperationError } from '../shared/errors.ts'
import type { BulkImport, BulkImportRef, ImportedIds } from './bulk-import.ts'
import { findRecords, importRow } from './import-row.ts'

/** A row that has not been run. */
export interface PendingRow {
  number: number
  /** Satisfies the schema of its kind. */
  data: ImportedIds
  /** In a dry run: the fields that were ignored. */
  messages: string[]
}

/** The result of a row. */
export interface RowResult {
  number: number
  status: 'SUCCEEDED' | 'FAILED'
  messages: readonly string[]
  recordId: string | null
}

/** A fault of ours in one row of an import. */
export interface RowFault extends BulkImportRef {
  number: number
  error: unknown
}

/**
 * Runs one row. The writes of a failed row are undone. A dry run undoes the writes of every row.
 *
 * @param records the ids of records by externalId, as they were when the batch began.
 * @throws when the database cannot be reached: the batch can be run again.
 */
export async function runRow(
  tx: Tx,
  bulkImport: BulkImport,
  { number, data, messages }: PendingRow,
  records: ReadonlyMap<string, string>,
  onFault: (fault: RowFault) => void,
): Promise<RowResult> {
  const { organizationId, id, kind, dryRun, emitEvents } = bulkImport
  const writing = emitEvents ? tx : tx.withoutWebhooks()
  const { externalId } = data
  const known = records.get(externalId)
  const run = (recordId: string | undefined) =>
    undoneOnFailure(tx, dryRun, () => importRow(writing, organizationId, kind, data, recordId))
  try {
    const recordId = await run(known).catch(async (error) => {
      if (!isOutdated(error, known)) throw error
      const now = await findRecords(tx, organizationId, kind, [externalId])
      return run(now.get(externalId))
    })
    return { number, status: 'SUCCEEDED', messages, recordId: dryRun ? (known ?? null) : recordId }
  } catch (error) {
    if (isUnavailable(error)) throw error
    const isRefusal = error instanceof OperationError
    if (!isRefusal) onFault({ organizationId, id, number, error })
    const reasons = isRefusal ? reasonsOf(error) : ['Something went wrong on our side.']
    return { number, status: 'FAILED', messages: [...reasons, ...messages], recordId: null }
  }
}

/** A row has many fields: each reason names its own. */
function reasonsOf({ kind, messages, fields }: OperationError): readonly string[] {
  if (kind === 'invalid' || fields.length === 0) return messages
  return fields.map(({ path, message }) => `${path}: ${message}`)
}

async function undoneOnFailure<Result>(
  tx: Tx,
  dryRun: boolean,
  run: () => Promise<Result>,
): Promise<Result> {
  const before = tx.savepoint()
  try {
    const result = await run()
    // What it published belongs to this row too.
    await before.settled()
    if (dryRun) await before.rollBack()
    return result
  } catch (error) {
    await before.rollBack()
    throw error
  } finally {
    // Not awaited: if it fails, the batch fails too.
    before.release().catch(() => {})
  }
}

/** Whether another transaction may have created or deleted the record since the batch began. */
function isOutdated(error: unknown, known: string | undefined): boolean {
  if (!(error instanceof OperationError)) return false
  return known ? error.kind === 'not_found' : error.code === 'duplicate_external_id'
}
