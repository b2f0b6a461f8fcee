import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * The column by which a list is sorted. With `ids`, the expression has the same order and no index: for a
 * small page PostgreSQL would otherwise walk through the whole list until it meets the ids.
 */
export function sortedBy(column: PgColumn, ids: readonly string[] | undefined): SQL {
  return ids ? sql`(${column} + interval '0')` : sql`${column}`
}
