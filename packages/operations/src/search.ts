import type { Sql } from '@mediajobs/db'
import { invalid } from './errors.ts'

/** A table that can be searched, and the very expression of its index of words. */
export interface Searchable {
  table: 'customers' | 'projects'
  words: string
}

// More matches than these are best met on the way through the list: of every few hundred records
// one is a match. Fewer are best read by themselves, however long the list is.
const FEW = 2_000

/**
 * The ids of an organization's records in which every word of `q` begins a word, or `null` when
 * there are many. PostgreSQL cannot tell which it is: it takes the beginning of any word to be in one
 * of 200 records.
 *
 * @throws {OperationError} `invalid` for a `q` without a letter or a digit.
 */
export async function findFew(
  sql: Sql,
  { table, words }: Searchable,
  orgId: string,
  q: string,
): Promise<string[] | null> {
  checkWords(q)
  const rows = await sql.queryOnce<{ id: string }>(
    `select id from ${table}
     where organization_id = $1 and ${words} @@ search_query($2) limit ${FEW + 1}`,
    [orgId, q],
  )
  return rows.length > FEW ? null : rows.map(({ id }) => id)
}

/**
 * @throws {OperationError} `invalid` for a `q` of punctuation alone: it could only match nothing,
 *   and silence would mislead.
 */
function checkWords(q: string): void {
  if (!/[\p{L}\p{N}]/u.test(q)) throw invalid('q must contain a letter or a digit')
}
