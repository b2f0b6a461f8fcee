import type { Sql } from '@mediajobs/db'
import { withDeadline } from '@mediajobs/runtime'

// Prometheus waits for 10 s. When the database hangs, it must still get the other metrics.
const QUERY_LIMIT_MS = 2_000

/** The rows that `text` selects. None when the query fails or takes too long. */
export async function rowsInTime<Row extends object>(
  sql: Sql,
  text: string,
): Promise<readonly Row[]> {
  const rows = sql.query<Row>(text).catch(() => undefined)
  return (await withDeadline(rows, QUERY_LIMIT_MS)) ?? []
}

/** The one value that `text` selects, 0 for null. NaN when the query fails or takes too long. */
export async function measure(sql: Sql, text: string): Promise<number> {
  const [row] = await rowsInTime<{ value: number | null }>(sql, text)
  return row ? (row.value ?? 0) : Number.NaN
}
