import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * SQL: the columns of a table, each under the name of its field: `created_at as "createdAt"`. A row that
 * hand-written SQL selects with it has the fields of the record.
 */
export function selectList(table: PgTable, except: readonly string[] = []): string {
  return Object.entries(getTableColumns(table))
    .filter(([field]) => !except.includes(field))
    .map(([field, column]) => `"${column.name}" as "${field}"`)
    .join(', ')
}
