import { Temporal } from 'temporal-polyfill'

/**
 * Whether `text` names a time zone of the IANA database. Offsets don't count, nor abbreviations like `PST`, which Intl
 * accepts and Temporal refuses.
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
