import { isUnavailable } from '@mediajobs/db'
import { bulkImports, customers, IS_UNFINISHED, isResting, projects } from '@mediajobs/db/schema'
import type { BulkImportKind, RefusedField } from '@mediajobs/domain'
import type { Store, Tx } from '@mediajobs/outbox'
import { and, eq, sql as raw } from 'drizzle-orm'
import { type CustomerInput, createCustomer, updateCustomer } from '../customers.ts'
import type { Project, ProjectInput } from '../projects/project.ts'
import { createProject, updateProject } from '../projects/write-project.ts'
import { invalid, OperationError } from '../shared/errors.ts'
import { isOneOf } from '../shared/paging.ts'
import {
  type BulkImport,
  type BulkImportRef,
  imports,
  isUnfinished,
  rowMessage,
} from './imports.ts'

/** References by the integrator's ids. */
interface ImportedIds {
  externalId: string
  /** For projects, instead of `customerId`. */
  customerExternalId?: string | null
}

type CustomerRow = CustomerInput & ImportedIds
type ProjectRow = ProjectInput & Pick<Project, 'scheduledTime'> & ImportedIds

interface PendingRow {
  number: number
  /** Validated. */
  data: ImportedIds
}

interface RowResult {
  number: number
  status: 'SUCCEEDED' | 'FAILED'
  messages: readonly string[]
  fields: readonly RefusedField[]
  recordId: string | null
}

/** An internal error in a row. */
export interface RowFault extends BulkImportRef {
  number: number
  error: unknown
}

const TABLES = { CUSTOMERS: customers, PROJECTS: projects } as const
// Rows per commit: small, because a batch locks its records.
const BATCH_SIZE = 25
// A dispatcher stuck for longer loses its batch.
const LEASE = `set local idle_in_transaction_session_timeout = '30s'`

// Raw SQL: `distinct on`, and batches.
const RUNNABLE = `
  select distinct on (organization_id) organization_id as "organizationId", id
  from bulk_imports
  where ${IS_UNFINISHED} and not ${isResting('bulk_imports.organization_id')}
  order by organization_id, created_at, id`

const NEXT_ROWS = `
  select row as number, data from bulk_import_rows
  where organization_id = $1 and import_id = $2 and status = 'PENDING'
  order by row limit ${BATCH_SIZE}`

const WRITE_RESULTS = `
  update bulk_import_rows as target
  set status = result.status, record_id = result."recordId",
    fields = case when result.status = 'FAILED' then result.fields end, messages = array(select json_array_elements_text(result.messages))
  from json_to_recordset($3::json)
    as result (number int, status text, messages json, fields json, "recordId" uuid)
  where target.organization_id = $1 and target.import_id = $2 and target.row = result.number`

/**
 * The runnable imports: the oldest unfinished one of each organization. An organization's imports run in order, so that
 * projects find the customers imported before them.
 */
export function findRunnableImports(store: Store): Promise<BulkImportRef[]> {
  return store.sql.query<BulkImportRef>(RUNNABLE)
}

/**
 * Runs an import's next rows. Results commit with the written records, so each row runs exactly once even if a
 * process dies. Safe to call concurrently.
 *
 * @param onFault called for internal errors of a row; the other rows continue
 * @returns the import after the batch; `null` if another process runs it
 */
export function runImport(
  store: Store,
  { organizationId, id }: BulkImportRef,
  onFault: (fault: RowFault) => void,
): Promise<BulkImport | null> {
  return store.transaction(async (tx) => {
    tx.query(LEASE).catch(() => {})
    // Released with the connection if the process dies.
    const [claimed] = await tx.orm
      .select()
      .from(bulkImports)
      .where(and(imports.is(organizationId, id), isUnfinished))
      .for('update', { skipLocked: true })
    if (!claimed) return null
    const rows = await tx.query<PendingRow>(NEXT_ROWS, [organizationId, id])
    const results = await runRows(tx, claimed, rows, onFault)
    const failed = results.filter(({ status }) => status === 'FAILED').length
    const isLast = rows.length < BATCH_SIZE
    const { succeeded: before, failed: failedBefore } = bulkImports
    const [, after] = await Promise.all([
      tx.query(WRITE_RESULTS, [organizationId, id, JSON.stringify(results)]),
      imports.set(tx, organizationId, id, {
        succeeded: raw`${before} + ${results.length - failed}`,
        failed: raw`${failedBefore} + ${failed}`,
        status: isLast ? 'COMPLETED' : 'RUNNING',
        finishedAt: isLast ? raw`clock_timestamp()` : null,
      }),
    ])
    return after
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
  // Sequentially: the first of two conflicting rows wins.
  for (const row of rows) results.push(await runRow(tx, bulkImport, row, records, onFault))
  return results
}

/**
 * Runs one row. Rolls back a failed row, and every row of a dry run.
 *
 * @param records ids by externalId, as of the start of the batch
 * @throws if the database is unavailable: the batch can be retried.
 */
async function runRow(
  tx: Tx,
  bulkImport: BulkImport,
  { number, data }: PendingRow,
  records: ReadonlyMap<string | null, string>,
  onFault: (fault: RowFault) => void,
): Promise<RowResult> {
  const { organizationId, id, kind, dryRun, emitEvents } = bulkImport
  const writing = emitEvents ? tx : tx.withoutWebhooks()
  const { externalId } = data
  const known = records.get(externalId)
  const run = (recordId: string | undefined) =>
    undoneOnFailure(tx, dryRun, () => writeRow(writing, organizationId, kind, data, recordId))
  try {
    const { id: recordId } = await run(known).catch(async (error) => {
      if (!isOutdated(error, known)) throw error
      const now = await findRecords(tx, organizationId, kind, [externalId])
      return run(now.get(externalId))
    })
    return {
      number,
      status: 'SUCCEEDED',
      messages: [],
      fields: [],
      recordId: dryRun ? (known ?? null) : recordId,
    }
  } catch (error) {
    if (isUnavailable(error)) throw error
    const isRefusal = error instanceof OperationError
    if (!isRefusal) onFault({ organizationId, id, number, error })
    const messages = isRefusal ? reasonsOf(error) : ['Something went wrong on our side.']
    const fields = isRefusal ? error.fields : []
    return { number, status: 'FAILED', messages, fields, recordId: null }
  }
}

function reasonsOf({ messages, fields }: OperationError): readonly string[] {
  return fields.length === 0 ? messages : fields.map(rowMessage)
}

async function undoneOnFailure<Result>(
  tx: Tx,
  dryRun: boolean,
  run: () => Promise<Result>,
): Promise<Result> {
  const before = tx.savepoint()
  try {
    const result = await run()
    // Waits for the statements of published events too.
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

/** Whether the record may have been created or deleted since the batch began. */
function isOutdated(error: unknown, known: string | undefined): boolean {
  if (!(error instanceof OperationError)) return false
  if (known) return error.kind === 'not_found'
  // A customer with both: PostgreSQL reports only one of them.
  return error.code === 'duplicate_external_id' || error.code === 'duplicate_email'
}

/** The ids of the existing records, by externalId. */
async function findRecords(
  { orm }: Tx,
  orgId: string,
  kind: BulkImportKind,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string | null, string>> {
  const { organizationId, id, externalId } = TABLES[kind]
  const rows = await orm
    .select({ id, externalId })
    .from(TABLES[kind])
    .where(and(eq(organizationId, orgId), isOneOf(externalId, externalIds)))
  return new Map(rows.map((row) => [row.externalId, row.id]))
}

/**
 * Creates the record, or updates the given fields.
 *
 * @param data validated
 * @throws {OperationError} like a single create or update.
 */
async function writeRow(
  tx: Tx,
  orgId: string,
  kind: BulkImportKind,
  data: unknown,
  id: string | undefined,
): Promise<{ id: string }> {
  if (kind === 'PROJECTS') return writeProject(tx, orgId, id, data as ProjectRow)
  const input = data as CustomerRow
  return id ? updateCustomer(tx, orgId, id, input) : createCustomer(tx, orgId, input)
}

async function writeProject(
  tx: Tx,
  orgId: string,
  id: string | undefined,
  { customerExternalId, ...row }: ProjectRow,
) {
  const input = { ...row }
  if (customerExternalId != null) {
    if (row.customerId != null) {
      throw invalid('customerExternalId', 'not_allowed', 'must not be combined with customerId')
    }
    const found = await findRecords(tx, orgId, 'CUSTOMERS', [customerExternalId])
    const customerId = found.get(customerExternalId)
    if (!customerId) throw invalid('customerExternalId', 'unknown_reference', 'matches no customer')
    input.customerId = customerId
  }
  return id ? updateProject(tx, orgId, id, input) : createProject(tx, orgId, input)
}
