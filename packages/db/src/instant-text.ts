const UTC_TEXT = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,3}))?\d*\+00$/

/**
 * Turns PostgreSQL's text of a `timestamptz` into that of the interface, `2026-05-01T09:30:00.000Z`. When
 * the database session is not in UTC, the result is the same, but each value costs a Date.
 */
export function isoInstant(text: string): string {
  const match = UTC_TEXT.exec(text)
  if (!match) return new Date(text.replace(/([+-]\d{2})$/, '$1:00')).toISOString()
  return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0')}Z`
}
