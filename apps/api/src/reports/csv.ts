/** The media type of {@link csvOf}. */
export const CSV_TYPE = 'text/csv'

const LINE_END = '\r\n'
// What spreadsheets run as a formula, also behind spaces and in the wide forms of East Asia.
const FORMULA = /^\s*[=+\-@＝＋－＠]/
const QUOTED = /[",\r\n]/

/**
 * A table as CSV (RFC 4180): a line with the names of the columns, then a line a row. null is empty; a text that a
 * spreadsheet would run begins with an apostrophe.
 */
export function csvOf(columns: readonly string[], rows: readonly object[]): string {
  const lines = rows.map((row) => columns.map((name) => cellOf(Reflect.get(row, name))))
  return [columns, ...lines].map((cells) => cells.join() + LINE_END).join('')
}

function cellOf(value: unknown): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
