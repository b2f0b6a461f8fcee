import { MAX_LISTED_VALUE_BYTES, MAX_PAGE_BYTES } from '@mediajobs/domain'
import { invalid } from './shared/errors.ts'

// A control character (\u0001), the longest escape of a UTF-16 unit.
const MAX_BYTES_OF_A_UNIT = 6
// A name, or a non-string value, with punctuation.
const MAX_BYTES_OF_A_MEMBER = 80
// All fields of a record but the `large` ones: 13 KiB for a project.
const MAX_BYTES_OF_OTHER_FIELDS = 16_384
// The page's own fields and the cursor.
const ENVELOPE_BYTES = 512
// PostgreSQL's maximum compression ratio.
const MAX_COMPRESSION = 255
const SURELY_SMALL_BYTES = Math.floor(MAX_LISTED_VALUE_BYTES / MAX_COMPRESSION)
// Larger stored values are measured by `bytesInTurn`, or a list would decompress a hundred values of 4 MB for a page with
// room for one.
const MEASURED_LATER_BYTES = 4_096

/** Placeholder for a value too large to read with all rows of a page. */
interface Withheld {
  withheld: true
}

/**
 * SQL: a JSON value in a list, or {@link Withheld} if large, to bound what a list reads. A small value costs one check of
 * its stored size.
 *
 * @param columns what `json` is built from: their stored sizes are known without reading them
 */
export function withheldIfLarge(json: string, columns: readonly string[] = [json]): string {
  const stored = columns.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(' + ')
  // No subquery: PostgreSQL would set it up even if no value is large.
  return `case
    when ${stored} > ${SURELY_SMALL_BYTES} and (
      ${stored} > ${MEASURED_LATER_BYTES}
      or octet_length((${json})::text) > ${MAX_LISTED_VALUE_BYTES})
    then json_build_object('withheld', true)
    else ${json} end`
}

/**
 * SQL: measures large values one by one until a page is full. Measuring decompresses a value, so no others are measured.
 *
 * @param record `from` and `where` up to the compared key: `from notes where org = $1 and id`
 * @param keys the placeholder of the keys with its type: `$2::uuid[]`
 * @returns rows of `bytes` in key order, missing once the page is full
 */
export function bytesInTurn(json: string, record: string, keys: string): string {
  // LIMIT keeps the inner query apart. As a join, with stale statistics, it measured all rows of an import for each key.
  return `
    with recursive measured (n, bytes, total) as (
      select 0, 0, 0
      union all
      select n + 1, coalesce(size, 0), total + coalesce(size, 0)
      from measured
      left join lateral (
        select octet_length((${json})::text) as size ${record} = (${keys})[n + 1] limit 1) as one on true
      where n < cardinality(${keys}) and total <= ${MAX_PAGE_BYTES})
    select bytes from measured where n > 0 order by n`
}

/** Whether {@link withheldIfLarge} replaced `value`. */
export function isWithheld(value: unknown): value is Withheld {
  return typeof value === 'object' && value !== null && 'withheld' in value
}

/**
 * The number of `rows` that fit on a page; at least one.
 *
 * @param large fields that may be large; schemas bound the others
 * @param withheldBytes bytes of withheld values; a row with an unmeasured one doesn't fit
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
  // Fast path: avoids serializing rows just to measure them.
  if (atMost <= MAX_PAGE_BYTES) return rows.length
  let bytes = ENVELOPE_BYTES
  const tooMany = rows.findIndex((row) => {
    // Plus a comma.
    bytes += jsonBytes(row) + 1 + withheldOf(row)
    return bytes > MAX_PAGE_BYTES
  })
  return tooMany === -1 ? rows.length : Math.max(tooMany, 1)
}

/** The bytes of `value` as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** A cheap upper bound of {@link jsonBytes}, from string lengths. */
export function bytesAtMost(value: unknown): number {
  if (typeof value === 'string') return value.length * MAX_BYTES_OF_A_UNIT + MAX_BYTES_OF_A_MEMBER
  if (typeof value !== 'object' || value === null) return MAX_BYTES_OF_A_MEMBER
  let bytes = MAX_BYTES_OF_A_MEMBER
  for (const member of Object.values(value)) bytes += MAX_BYTES_OF_A_MEMBER + bytesAtMost(member)
  return bytes
}

/** A bound on a record's size as UTF-8 JSON. */
export interface RecordBound<Fields extends object> {
  /** In messages: `project`. */
  name: string
  maxBytes: number
  /** Fields whose length integrators control. */
  texts: readonly (keyof Fields & string)[]
  /** Maximum for all other fields, always counted in full, so that no move or assignment exceeds the bound. */
  otherBytes: number
}

/** @throws {OperationError} `invalid` if `after` is too large, at its longest text. */
export function checkRecordBytes<Fields extends object>(
  { name, maxBytes, texts, otherBytes }: RecordBound<Fields>,
  after: Partial<Fields>,
): void {
  // Fast path: avoids serializing fields just to measure them.
  let atMost = otherBytes
  for (const field of texts) atMost += bytesAtMost(after[field])
  if (atMost <= maxBytes) return
  const bytes =
    otherBytes + jsonBytes(Object.fromEntries(texts.map((field) => [field, after[field] ?? null])))
  if (bytes <= maxBytes) return
  const size = (field: keyof Fields) => jsonBytes(after[field] ?? null)
  const [longest] = texts.toSorted((a, b) => size(b) - size(a))
  throw invalid(
    longest ?? name,
    'too_large',
    `makes the ${name} too large: as JSON it may have ${maxBytes} bytes, ` +
      `but would have ${bytes}`,
  )
}
