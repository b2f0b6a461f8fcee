import type { Sql } from '@mediajobs/db'
import { MAX_SEARCH_WORDS, MIN_SEARCH_WORD_LENGTH, type RefusedField } from '@mediajobs/domain'
import { invalid, refusedField, refuseFields } from './errors.ts'

/** Tables with a column `words`: docs/adr/0014-search-by-organization.md. */
type Searchable = 'customers' | 'projects'

// Fewer matches are read by id; with more, walking the list is faster, as it finds one every few hundred records.
const FEW = 2_000

// An OR of the words, for GIN: `words_query` joins them with AND.
const ANY_WORD = "replace(words_query($1, $2)::text, '&', '|')::tsquery"

/**
 * SQL: ids of matches. $1 is the organization, $2 the words, $3 the text as given. Projects also match by their customer,
 * starting from the customers with any of the words, so the cost is bounded by those. A project may be listed twice.
 */
const MATCHES: Record<Searchable, string> = {
  customers: 'select id from customers where organization_id = $1 and words @@ words_query($1, $2)',
  projects: `
    select id from projects where organization_id = $1 and words @@ words_query($1, $2)
    union all select id from projects where organization_id = $1 and external_id = $3
    union all select p.id from customers c
      join projects p on p.organization_id = $1 and p.customer_id = c.id
      where c.organization_id = $1 and c.words @@ ${ANY_WORD}
        and (p.words || c.words) @@ words_query($1, $2)`,
}

/** The ids of the matches if there are few, otherwise the words to compare with each record. */
export type Match = { ids: string[] } | { words: string[] }

/**
 * Finds the organization's records that match every word of `q` as a prefix, or projects by a whole `externalId`. Counts
 * matches itself because the planner can't estimate them: it assumes one in 200 records for any word.
 *
 * @throws {OperationError} `invalid` for an unsearchable `q`.
 */
export async function findMatch(
  sql: Sql,
  table: Searchable,
  orgId: string,
  q: string,
): Promise<Match> {
  const words = searchWords(q)
  const rows = await sql.queryOnce<{ id: string }>(
    `${MATCHES[table]} limit ${FEW + 1}`,
    table === 'projects' ? [orgId, words, q.trim()] : [orgId, words],
  )
  return rows.length > FEW ? { words } : { ids: rows.map(({ id }) => id) }
}

// Word separators: punctuation, spaces and symbols. Must equal those of organization_words() in
// migrations/0000_baseline.sql.
const RANGES = [
  // ASCII and Latin-1, without ª, µ and º.
  '\\u0000-\\u002F\\u003A-\\u0040\\u005B-\\u0060\\u007B-\\u00A9\\u00AB-\\u00B4\\u00B6-\\u00B9\\u00BB-\\u00BF',
  '\\u00D7\\u00F7\\u1680\\u2000-\\u206F\\u20A0-\\u20CF\\u2190-\\u2BFF\\u2E00-\\u2E7F',
  // Chinese and Japanese, and the wide forms of ASCII.
  '\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u30FB\\uFE00-\\uFE6F\\uFEFF-\\uFF0F\\uFF1A-\\uFF20\\uFF3B-\\uFF40',
  '\\uFF5B-\\uFF65\\uFFF0-\\uFFFF\\u{1F000}-\\u{1FAFF}',
]
const BETWEEN_WORDS = new RegExp(`[${RANGES.join('')}]+`, 'u')
// Not separators: "o'brien" is one word.
const APOSTROPHES = /['’]/g

/**
 * Splits a search into words.
 *
 * @throws {OperationError} `invalid` for a `q` without words, with more than `MAX_SEARCH_WORDS`, or with too short ones: a
 *   single character matches too much.
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
    `must have words of at least ${MIN_SEARCH_WORD_LENGTH} characters: "${word}" is shorter. Omit or extend it`,
  )
}
