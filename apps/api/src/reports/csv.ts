/** The media type of {@link csvOf}. */
export const CSV_TYPE = 'text/csv'

const LINE_END = '\r\n'
// Text that spreadsheets run as a formula, even after spaces or in full-width forms.
const FORMULA = /^\s*[=+\-@＝＋－＠]/
const QUOTED = /[",\r\n]/

/**
 * A table as CSV (RFC 4180): a header line, then a line per row. Null is empty; text that a
 * spreadsheet would run is prefixed with an apostrophe.
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
