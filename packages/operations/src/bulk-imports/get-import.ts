import type { Sql } from '@mediajobs/db'
import { notFound } from '../shared/errors.ts'
import { type BulkImport, COLUMNS } from './bulk-import.ts'

/** @throws {OperationError} `not_found`. */
export async function getImport(sql: Sql, orgId: string, id: string): Promise<BulkImport> {
  const [found] = await sql.query<BulkImport>(
    `select ${COLUMNS} from bulk_imports where organization_id = $1 and id = $2`,
    [orgId, id],
  )
  if (!found) throw notFound()
  return found
}
