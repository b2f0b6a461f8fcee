import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * A table's columns for hand-written SQL, each under the name of its field, so that a row is the
 * record: `created_at as "createdAt"`.
 */
export function selectList(table: PgTable, except: readonly string[] = []): string {
  return Object.entries(getTableColumns(table))
    .filter(([field]) => !except.includes(field))
    .map(([field, column]) => `"${column.name}" as "${field}"`)
    .join(', ')
}
