import type { Sql } from '@mediajobs/db'
import { MAX_SEARCH_WORDS, MIN_SEARCH_WORD_LENGTH, type RefusedField } from '@mediajobs/domain'
import { invalid, refusedField, refuseFields } from './errors.ts'

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

// Characters between words: punctuation, spaces and symbols. The same ranges as in organization_words() of
// migrations/0000_baseline.sql, so that a search is split into words like the index.
const RANGES = [
  // ASCII and Latin-1, without ª, µ and º.
  '\\u0000-\\u002F\\u003A-\\u0040\\u005B-\\u0060\\u007B-\\u00A9\\u00AB-\\u00B4\\u00B6-\\u00B9\\u00BB-\\u00BF',
  '\\u00D7\\u00F7\\u1680\\u2000-\\u206F\\u20A0-\\u20CF\\u2190-\\u2BFF\\u2E00-\\u2E7F',
  // Chinese and Japanese, and the wide forms of ASCII.
  '\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u30FB\\uFE00-\\uFE6F\\uFEFF-\\uFF0F\\uFF1A-\\uFF20\\uFF3B-\\uFF40',
  '\\uFF5B-\\uFF65\\uFFF0-\\uFFFF\\u{1F000}-\\u{1FAFF}',
]
const BETWEEN_WORDS = new RegExp(`[${RANGES.join('')}]+`, 'u')
// Apostrophes do not separate words: "o'brien" is one word.
const APOSTROPHES = /['’]/g

/**
 * The words of a search.
 *
 * @throws {OperationError} `invalid` for a `q` without a word, with more than `MAX_SEARCH_WORDS`, or with a
 *   word that is too short: a single character matches a large part of all words.
 */
export function searchWords(q: string): string[] {
  const words = q
    .replace(APOSTROPHES, '')
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
  if (words.length === 0) throw invalid('q', 'wrong_format', 'must contain a letter or a digit')
  if (words.length > MAX_SEARCH_WORDS) {
    throw invalid(
      'q',
      'too_many_items',
      `must have at most ${MAX_SEARCH_WORDS} words, but has ${words.length}`,
    )
  }
  const short = words.filter((word) => [...word].length < MIN_SEARCH_WORD_LENGTH)
  refuseFields(short.map(tooShort))
  return words
}

function tooShort(word: string): RefusedField {
  return refusedField(
    'q',
    'too_short',
    `must have words of at least ${MIN_SEARCH_WORD_LENGTH} characters: "${word}" is shorter. Leave it out or add to it`,
  )
}
