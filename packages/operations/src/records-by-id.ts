import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * The column by which a list is sorted. With `ids` it is an expression with the same order that no index has.
 * Otherwise, for a small page, PostgreSQL would walk through the whole list until it meets the ids.
 */
export function sortedBy(column: PgColumn, ids: readonly string[] | undefined): SQL {
  return ids ? sql`(${column} + interval '0')` : sql`${column}`
}
