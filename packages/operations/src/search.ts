import type { Sql } from '@mediajobs/db'
import { searchWords } from './search-words.ts'

/** A table whose column `words` a trigger fills: docs/adr/0014-search-by-organization.md. */
type Searchable = 'customers' | 'projects'

// With more matches than this, a walk through the list is quicker: it meets a match every few hundred
// records. With fewer matches, it is quicker to read them by id, at any length of the list.
const FEW = 2_000

/** With few matches: the ids of the records. With many: the words to compare with each record. */
export type Match = { ids: string[] } | { words: string[] }

/**
 * Finds the organization's records in which every word of `q` is the beginning of a word. The planner of
 * PostgreSQL cannot estimate the number of matches: for every word it assumes one in 200 records.
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
