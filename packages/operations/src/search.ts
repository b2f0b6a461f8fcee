import { type SQL, sql } from 'drizzle-orm'
import { invalid } from './errors.ts'

/** The condition that every word of `q` begins a word in `words`, the very expression of an index. */
export function hasWords(q: string | undefined, words: SQL): SQL | undefined {
  if (q === undefined) return undefined
  checkWords(q)
  return sql`${words} @@ search_query(${q})`
}

/**
 * @throws {OperationError} `invalid` for a `q` of punctuation alone: it could only match nothing,
 *   and silence would mislead.
 */
export function checkWords(q: string): void {
  if (!/[\p{L}\p{N}]/u.test(q)) throw invalid('q must contain a letter or a digit')
}
