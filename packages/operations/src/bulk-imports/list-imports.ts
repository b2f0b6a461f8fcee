import type { Sql } from '@mediajobs/db'
import { type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'
import { type BulkImport, COLUMNS } from './bulk-import.ts'

const FIRST_PAGE = `
  select ${COLUMNS} from bulk_imports
  where organization_id = $1
  order by created_at desc, id desc limit $2`

const NEXT_PAGE = `
  select ${COLUMNS} from bulk_imports
  where organization_id = $1 and (created_at, id) < ($3::timestamptz, $4::uuid)
  order by created_at desc, id desc limit $2`

/**
 * The organization's bulk imports, newest first.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listImports(
  sql: Sql,
  orgId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<BulkImport>> {
  const list = { list: 'bulk-imports' }
  const after = positionOf(cursor, list)
  const rows = after
    ? await sql.query<BulkImport>(NEXT_PAGE, [orgId, limit + 1, after.value, after.id])
    : await sql.query<BulkImport>(FIRST_PAGE, [orgId, limit + 1])
  return pageOf(rows, limit, list, (last) => ({ value: last.createdAt, id: last.id }))
}
