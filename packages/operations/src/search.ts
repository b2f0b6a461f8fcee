import type { Sql } from '@mediajobs/db'
import { searchWords } from './search-words.ts'

/** A table whose column `words` a trigger fills: docs/adr/0014-search-by-organization.md. */
type Searchable = 'customers' | 'projects'

// More matches than these are best met on the way through the list: of every few hundred records
// one is a match. Fewer are best read by themselves, however long the list is.
const FEW = 2_000

/** The ids of the records that match when they are few, and the words to look for when they are many. */
export type Match = { ids: string[] } | { words: string[] }

/**
 * Finds the organization's records in which every word of `q` begins a word. PostgreSQL cannot tell
 * whether they are few: it takes any word to be in one of 200 records.
 *
 * @throws {OperationError} `invalid` for a `q` that can't be searched for.
 */
export async function findMatch(
  sql: Sql,
  table: Searchable,
  orgId: string,
  q: string,
): Promise<Match> {
  const words = searchWords(q)
  const rows = await sql.queryOnce<{ id: string }>(
    `select id from ${table}
     where organization_id = $1 and words @@ words_query($1, $2) limit ${FEW + 1}`,
    [orgId, words],
  )
  return rows.length > FEW ? { words } : { ids: rows.map(({ id }) => id) }
}
