import { Temporal } from 'temporal-polyfill'

/** An instant as a field for a day and a time has it: `2026-05-01T09:30`, in a time zone. */
export function localTime(instant: string, timeZone: string): string {
  const { year, month, day, hour, minute } =
    Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
  const time = new Temporal.PlainDateTime(year, month, day, hour, minute)
  return time.toString({ smallestUnit: 'minute' })
}

/** The instant of such a field, in UTC; `undefined` for what is no time. */
export function instantOf(local: string | undefined, timeZone: string): string | undefined {
  try {
    return Temporal.PlainDateTime.from(local ?? '')
      .toZonedDateTime(timeZone)
      .toInstant()
      .toString()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
