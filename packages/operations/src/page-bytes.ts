import { MAX_LISTED_VALUE_BYTES, MAX_PAGE_BYTES } from '@mediajobs/domain'

// A control character is six bytes as JSON (\u0001); no other UTF-16 unit is more.
const MAX_BYTES_OF_A_UNIT = 6
// A name or a value that is no text, with what stands around it.
const MAX_BYTES_OF_A_MEMBER = 80
// All fields of a record together that no list names as large. Those of a project come to 13 KiB.
const MAX_BYTES_OF_OTHER_FIELDS = 16_384
// The names of the page's own fields, and the cursor.
const ENVELOPE_BYTES = 512
// A value that PostgreSQL has compressed is at most so many times as long as what is stored of it.
const MAX_COMPRESSION = 255
const SURELY_SMALL_BYTES = Math.floor(MAX_LISTED_VALUE_BYTES / MAX_COMPRESSION)
// A value that is stored in more bytes is measured by itself: a hundred of 4 MB would have to be
// decompressed otherwise, for a page that has room for one.
const MEASURED_LATER_BYTES = 4_096

/** Stands in a row for a value that is too large to be read with all rows of a page. */
interface Withheld {
  withheld: true
}

/**
 * SQL for a JSON value in the select list of a list: the value, or {@link Withheld} for a large one. So
 * what a list reads is bounded before it is read. A small value costs one look at its stored size.
 */
export function withheldIfLarge(json: string, stored = json): string {
  // No subquery: PostgreSQL would set it up for each statement, whether or not a value is large.
  return `case
    when pg_column_size(${stored}) > ${SURELY_SMALL_BYTES} and (
      pg_column_size(${stored}) > ${MEASURED_LATER_BYTES}
      or octet_length((${json})::text) > ${MAX_LISTED_VALUE_BYTES})
    then json_build_object('withheld', true)
    else ${json} end`
}

/**
 * SQL for the bytes of large values, one after the other until they are more than a page has room for.
 * PostgreSQL has to decompress a value to measure it: so it does it for a page, not for a list.
 *
 * @param record `from` and `where` of the record whose key is compared: `from notes where org = $1 and id`
 * @param keys the placeholder for the keys, with its type: `$2::uuid[]`
 * @returns rows of `bytes`, in the order of the keys, fewer than there are keys where a page is full.
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

/** Whether {@link withheldIfLarge} has left `value` out. */
export function isWithheld(value: unknown): value is Withheld {
  return typeof value === 'object' && value !== null && 'withheld' in value
}

/**
 * How many of `rows` one page has: as many as its bytes allow, and one at least.
 *
 * @param large the fields that may be large. Of the others the schemas bound each.
 * @param withheldBytes of each row whose value was withheld; a row that is not in it is not on the page.
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
  // Nearly always. Then nothing is serialised only to be measured.
  if (atMost <= MAX_PAGE_BYTES) return rows.length
  let bytes = ENVELOPE_BYTES
  const tooMany = rows.findIndex((row) => {
    // With the comma behind it.
    bytes += jsonBytes(row) + 1 + withheldOf(row)
    return bytes > MAX_PAGE_BYTES
  })
  return tooMany === -1 ? rows.length : Math.max(tooMany, 1)
}

/** The bytes of `value` as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** A bound on {@link jsonBytes} that is quick to find: it looks at the lengths of texts only. */
export function bytesAtMost(value: unknown): number {
  if (typeof value === 'string') return value.length * MAX_BYTES_OF_A_UNIT + MAX_BYTES_OF_A_MEMBER
  if (typeof value !== 'object' || value === null) return MAX_BYTES_OF_A_MEMBER
  let bytes = MAX_BYTES_OF_A_MEMBER
  for (const member of Object.values(value)) bytes += MAX_BYTES_OF_A_MEMBER + bytesAtMost(member)
  return bytes
}
