import { newId, one } from '@mediajobs/db'
import { IS_UNFINISHED } from '@mediajobs/db/schema'
import { MAX_WAITING_IMPORTS } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import type { Actor } from '../shared/actor.ts'
import { conflict } from '../shared/errors.ts'
import { type BulkImport, type BulkImportInput, type CheckedRow, COLUMNS } from './bulk-import.ts'
import { repeatsIn } from './repeated-rows.ts'

interface NewRow {
  data: Record<string, unknown>
  isFailed: boolean
  messages: readonly string[]
}

// The imports of an organization are accepted one after the other, so that each count sees the imports
// before it. No other write waits for this lock: a foreign key to the organization takes a weaker one.
const LOCK = 'select 1 from organizations where id = $1 for no key update'

const WAITING = `
  select count(*)::int as waiting from bulk_imports
  where organization_id = $1 and ${IS_UNFINISHED}`

const INSERT_IMPORT = `
  insert into bulk_imports
    (organization_id, id, kind, dry_run, emit_events, total, failed, created_by_user_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  returning ${COLUMNS}`

const INSERT_ROWS = `
  insert into bulk_import_rows (organization_id, import_id, row, data, status, messages)
  select $1, $2, number, item -> 'data',
    case when (item ->> 'isFailed')::boolean then 'FAILED' else 'PENDING' end,
    array(select json_array_elements_text(item -> 'messages'))
  from json_array_elements($3::json) with ordinality as sent (item, number)`

/**
 * Stores an import for a dispatcher to run. A row that its schema refuses is stored as failed, and so is
 * a row that has the externalId of an earlier one.
 *
 * @throws {OperationError} `conflict` when too many imports of the organization have not ended.
 */
export async function acceptImport(
  tx: Tx,
  actor: Pick<Actor, 'organizationId' | 'userId'>,
  input: BulkImportInput,
): Promise<BulkImport> {
  const { organizationId, userId } = actor
  const { kind, dryRun, emitEvents } = input
  await expectRoom(tx, organizationId)
  const rows = newRows(input)
  const failed = rows.filter(({ isFailed }) => isFailed).length
  const id = newId()
  const [accepted] = await Promise.all([
    tx.query<BulkImport>(INSERT_IMPORT, [
      organizationId,
      id,
      kind,
      dryRun,
      emitEvents,
      rows.length,
      failed,
      userId,
    ]),
    tx.query(INSERT_ROWS, [organizationId, id, JSON.stringify(rows)]),
  ])
  tx.wakeDispatchers('imports')
  return one(accepted, 'the insert of a bulk import')
}

async function expectRoom(tx: Tx, orgId: string): Promise<void> {
  const [, [found]] = await Promise.all([
    tx.query(LOCK, [orgId]),
    tx.query<{ waiting: number }>(WAITING, [orgId]),
  ])
  if (!found || found.waiting < MAX_WAITING_IMPORTS) return
  throw conflict(
    'too_many_imports',
    `${MAX_WAITING_IMPORTS} bulk imports of this organization have not ended: wait until one has.`,
  )
}

function newRows({ kind, rows, dryRun }: BulkImportInput): NewRow[] {
  const repeats = repeatsIn(rows, kind, dryRun)
  return rows.map((row, i) => {
    const repeat = repeats.get(i)
    const violations = repeat === undefined ? row.violations : [...row.violations, repeat]
    const messages = dryRun ? [...violations, ...ignoredMessages(row)] : violations
    return { data: row.data, isFailed: violations.length > 0, messages }
  })
}

function ignoredMessages({ ignored }: CheckedRow): string[] {
  return ignored.map((path) => `${path} is not a field of a row and is ignored`)
}
