import { MAX_LISTED_VALUE_BYTES, MAX_PAGE_BYTES } from '@mediajobs/domain'

// A control character has six bytes as JSON (\u0001). No other UTF-16 unit has more.
const MAX_BYTES_OF_A_UNIT = 6
// The bytes of a name, or of a value that is no text, with its punctuation.
const MAX_BYTES_OF_A_MEMBER = 80
// The bytes of all fields of a record that no list names as large. In a project they are at most 13 KiB.
const MAX_BYTES_OF_OTHER_FIELDS = 16_384
// The names of the page's own fields, and the cursor.
const ENVELOPE_BYTES = 512
// A compressed value of PostgreSQL is at most this many times longer than its stored bytes.
const MAX_COMPRESSION = 255
const SURELY_SMALL_BYTES = Math.floor(MAX_LISTED_VALUE_BYTES / MAX_COMPRESSION)
// A value with more stored bytes is measured later, by `bytesInTurn`. Otherwise a list would decompress a
// hundred values of 4 MB for a page that has room for one.
const MEASURED_LATER_BYTES = 4_096

/** Replaces a value that is too large to be read with all rows of a page. */
interface Withheld {
  withheld: true
}

/**
 * SQL for a JSON value in the select list of a list: the value, or {@link Withheld} for a large one. This
 * bounds the bytes that a list reads. A small value costs one look at its stored size.
 */
export function withheldIfLarge(json: string, stored = json): string {
  // No subquery: PostgreSQL would set it up for each statement, even when no value is large.
  return `case
    when pg_column_size(${stored}) > ${SURELY_SMALL_BYTES} and (
      pg_column_size(${stored}) > ${MEASURED_LATER_BYTES}
      or octet_length((${json})::text) > ${MAX_LISTED_VALUE_BYTES})
    then json_build_object('withheld', true)
    else ${json} end`
}

/**
 * SQL for the bytes of large values. It measures one after the other, and stops when a page is full.
 * PostgreSQL must decompress a value to measure it, so this runs for the values of one page only.
 *
 * @param record `from` and `where` up to the key that is compared: `from notes where org = $1 and id`
 * @param keys the placeholder for the keys, with its type: `$2::uuid[]`
 * @returns rows of `bytes` in the order of the keys. When the page is full, the last keys have no row.
 */
export function bytesInTurn(json: string, record: string, keys: string): string {
  return `
    with recursive measured (n, bytes, total) as (
      select 0, 0, 0
      union all
      select n + 1, coalesce(size, 0), total + coalesce(size, 0)
      from measured
      left join lateral (
        select octet_length((${json})::text) as size ${record} = (${keys})[n + 1]) as one on true
      where n < cardinality(${keys}) and total <= ${MAX_PAGE_BYTES})
    select bytes from measured where n > 0 order by n`
}

/** Whether {@link withheldIfLarge} replaced `value`. */
export function isWithheld(value: unknown): value is Withheld {
  return typeof value === 'object' && value !== null && 'withheld' in value
}

/**
 * The number of `rows` on one page: as many as its bytes allow, and at least one.
 *
 * @param large the fields that may be large. The schemas bound every other field.
 * @param withheldBytes the bytes of each withheld value. A row with a withheld value that is not in it is not
 *   on the page.
 */
export function countOnPage<Row extends object>(
  rows: readonly Row[],
  large: readonly (keyof Row)[],
  withheldBytes: ReadonlyMap<Row, number> = new Map(),
): number {
  const withheldOf = (row: Row) =>
    withheldBytes.get(row) ?? (large.some((field) => isWithheld(row[field])) ? Infinity : 0)
  let atMost = ENVELOPE_BYTES + rows.length * MAX_BYTES_OF_OTHER_FIELDS
  for (const row of rows) {
    atMost += withheldOf(row)
    for (const field of large) atMost += bytesAtMost(row[field])
  }
  // Nearly always true. Then no row is serialised only to measure it.
  if (atMost <= MAX_PAGE_BYTES) return rows.length
  let bytes = ENVELOPE_BYTES
  const tooMany = rows.findIndex((row) => {
    // One more byte for the comma after the row.
    bytes += jsonBytes(row) + 1 + withheldOf(row)
    return bytes > MAX_PAGE_BYTES
  })
  return tooMany === -1 ? rows.length : Math.max(tooMany, 1)
}

/** The bytes of `value` as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** An upper bound of {@link jsonBytes} that is quick to compute: it uses only the lengths of texts. */
export function bytesAtMost(value: unknown): number {
  if (typeof value === 'string') return value.length * MAX_BYTES_OF_A_UNIT + MAX_BYTES_OF_A_MEMBER
  if (typeof value !== 'object' || value === null) return MAX_BYTES_OF_A_MEMBER
  let bytes = MAX_BYTES_OF_A_MEMBER
  for (const member of Object.values(value)) bytes += MAX_BYTES_OF_A_MEMBER + bytesAtMost(member)
  return bytes
}
