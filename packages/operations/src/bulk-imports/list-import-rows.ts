import type { Sql } from '@mediajobs/db'
import { type BulkImportRowStatus, MAX_EXTERNAL_ID_LENGTH } from '@mediajobs/domain'
import { bytesInTurn, withheldIfLarge } from '../page-bytes.ts'
import { type Page, type PageRequest, pageOfLarge, positionOf } from '../shared/paging.ts'
import type { BulkImportRef } from './bulk-import.ts'
import { getImport } from './get-import.ts'

/** The result of one row. */
export interface BulkImportRow {
  /** 1 is the first row. In CSV that is the line after the header. */
  number: number
  /** `null` when none was sent. An id that is too long is cut. */
  externalId: string | null
  status: BulkImportRowStatus
  messages: string[]
  /** The record that the row created, changed or found equal; `null` without one. */
  recordId: string | null
}

export interface BulkImportRowFilters {
  status?: BulkImportRowStatus
}

type Row = BulkImportRow & Record<string, unknown>

const MESSAGES = 'to_json(messages)'
const SMALL_COLUMNS = `row as number, status, record_id as "recordId",
  case json_typeof(data -> 'externalId')
    when 'string' then left(data ->> 'externalId', ${MAX_EXTERNAL_ID_LENGTH}) end as "externalId"`
const SELECT = `
  select ${SMALL_COLUMNS}, ${withheldIfLarge(MESSAGES, 'messages')} as messages
  from bulk_import_rows
  where organization_id = $1 and import_id = $2 and row > $3`
const WHOLE = `
  select ${SMALL_COLUMNS}, ${MESSAGES} as messages
  from bulk_import_rows
  where organization_id = $1 and import_id = $2 and row = any ($3)`
const BYTES = bytesInTurn(
  MESSAGES,
  'from bulk_import_rows where organization_id = $1 and import_id = $2 and row',
  '$3::int[]',
)
const ORDER = 'order by row limit $4'
const ALL = `${SELECT} ${ORDER}`
const OF_STATUS = `${SELECT} and status = $5 ${ORDER}`

/**
 * The rows of a bulk import, in the order in which they were sent.
 *
 * @throws {OperationError} `not_found`, or `invalid` for a cursor of another list.
 */
export async function listImportRows(
  sql: Sql,
  { organizationId, id }: BulkImportRef,
  { status, limit, cursor }: BulkImportRowFilters & PageRequest,
): Promise<Page<BulkImportRow>> {
  const list = { list: 'bulk-import-rows', id, status }
  const after = positionOf(cursor, list, isRowNumber)
  await getImport(sql, organizationId, id)
  const values = [organizationId, id, Number(after?.value ?? 0), limit + 1]
  const rows =
    status === undefined
      ? await sql.query<Row>(ALL, values)
      : await sql.query<Row>(OF_STATUS, [...values, status])
  const position = (last: Row) => ({ value: String(last.number), id })
  return pageOfLarge(rows, limit, list, position, ['messages'], {
    field: 'messages',
    key: 'number',
    measure: (numbers) => sql.queryOnce(BYTES, [organizationId, id, numbers]),
    read: (numbers) => sql.queryOnce<Row>(WHOLE, [organizationId, id, numbers]),
  })
}

function isRowNumber(value: string): boolean {
  return /^\d{1,9}$/.test(value)
}
