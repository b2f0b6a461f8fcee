import { Temporal } from 'temporal-polyfill'

/**
 * Whether `text` names a time zone of the IANA database. Offsets don't count. Intl also accepts abbreviations like `PST`,
 * Temporal whole dates, so both are asked.
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
