import type { Sql } from '@mediajobs/db'
import type { BulkImportRowStatus } from '@mediajobs/domain'
import { type Page, type PageRequest, pageOf, positionOf } from '../paging.ts'
import type { BulkImportRef } from './bulk-import.ts'
import { getImport } from './get-import.ts'

/** What came of one row. */
export interface BulkImportRow {
  /** 1 is the first row, in CSV the one behind the header. */
  number: number
  /** `null` when none was sent. */
  externalId: string | null
  status: BulkImportRowStatus
  messages: string[]
  /** What it made, changed or found as it is; `null` when nothing. */
  recordId: string | null
}

export interface BulkImportRowFilters {
  status?: BulkImportRowStatus
}

const SELECT = `
  select row as number, status, messages, record_id as "recordId",
    case json_typeof(data -> 'externalId')
      when 'string' then data ->> 'externalId' end as "externalId"
  from bulk_import_rows
  where organization_id = $1 and import_id = $2 and row > $3`
const ORDER = 'order by row limit $4'
const ALL = `${SELECT} ${ORDER}`
const OF_STATUS = `${SELECT} and status = $5 ${ORDER}`

/**
 * The rows of a bulk import, in the order in which they were sent.
 *
 * @throws {OperationError} `not_found`, or `invalid` for a cursor that does not belong here.
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
      ? await sql.query<BulkImportRow & Record<string, unknown>>(ALL, values)
      : await sql.query<BulkImportRow & Record<string, unknown>>(OF_STATUS, [...values, status])
  return pageOf(rows, limit, list, (last) => ({ value: String(last.number), id }))
}

function isRowNumber(value: string): boolean {
  return /^\d{1,9}$/.test(value)
}
