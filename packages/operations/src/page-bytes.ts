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

/** Stands in a row for a value that is too large to be read with all rows of a page. */
interface Withheld {
  /** Of the value as JSON in UTF-8. */
  withheldBytes: number
}

/**
 * SQL for a JSON value in the select list of a list: the value, or {@link Withheld} for a large one. So
 * what a list reads is bounded before it is read. A small value costs one look at its stored size.
 */
export function withheldIfLarge(json: string, stored = json): string {
  // No subquery: PostgreSQL would set it up for each statement, whether or not a value is large.
  const bytes = `octet_length((${json})::text)`
  return `case
    when pg_column_size(${stored}) > ${SURELY_SMALL_BYTES} and ${bytes} > ${MAX_LISTED_VALUE_BYTES}
    then json_build_object('withheldBytes', ${bytes})
    else ${json} end`
}

/** Whether {@link withheldIfLarge} has left `value` out. */
export function isWithheld(value: unknown): value is Withheld {
  return typeof value === 'object' && value !== null && 'withheldBytes' in value
}

/**
 * How many of `rows` one page has: as many as its bytes allow, and one at least.
 *
 * @param large the fields that may be large. Of the others the schemas bound each.
 */
export function countOnPage<Row extends object>(
  rows: readonly Row[],
  large: readonly (keyof Row)[],
): number {
  let atMost = ENVELOPE_BYTES + rows.length * MAX_BYTES_OF_OTHER_FIELDS
  for (const row of rows) for (const field of large) atMost += bytesAtMost(row[field])
  // Nearly always. Then nothing is serialised only to be measured.
  if (atMost <= MAX_PAGE_BYTES) return rows.length
  let bytes = ENVELOPE_BYTES
  const tooMany = rows.findIndex((row) => {
    bytes += listedBytes(row, large)
    return bytes > MAX_PAGE_BYTES
  })
  return tooMany === -1 ? rows.length : Math.max(tooMany, 1)
}

/** The bytes of a row on a page, with the comma behind it. */
function listedBytes<Row extends object>(row: Row, large: readonly (keyof Row)[]): number {
  let bytes = jsonBytes(row) + 1
  for (const field of large) {
    const value: unknown = row[field]
    if (isWithheld(value)) bytes += value.withheldBytes
  }
  return bytes
}

/** The bytes of `value` as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** A bound on {@link jsonBytes} that is quick to find: it looks at the lengths of texts only. */
export function bytesAtMost(value: unknown): number {
  if (typeof value === 'string') return value.length * MAX_BYTES_OF_A_UNIT + MAX_BYTES_OF_A_MEMBER
  if (typeof value !== 'object' || value === null) return MAX_BYTES_OF_A_MEMBER
  if (isWithheld(value)) return value.withheldBytes
  let bytes = MAX_BYTES_OF_A_MEMBER
  for (const member of Object.values(value)) bytes += MAX_BYTES_OF_A_MEMBER + bytesAtMost(member)
  return bytes
}
