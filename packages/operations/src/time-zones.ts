import { Temporal } from 'temporal-polyfill'

/**
 * Whether `text` names a time zone of the IANA database; offsets don't count. Asks both Intl, which also accepts
 * abbreviations like `PST`, and Temporal, which also accepts whole dates.
 */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text)
    return true
  } catch {
    return false
  }
}
