// RFC 3339 with an offset; contract, section 1: years 1970–2200, no leap second, no 24:00.
const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/
const WITHOUT_OFFSET = /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/

/** What is wrong with `text` as a point in time, as the end of a sentence, or `null`. */
export function instantProblem(text: string): string | null {
  const match = RFC_3339.exec(text)
  if (!match) {
    return WITHOUT_OFFSET.test(text)
      ? 'must have a time and an offset, like 2026-05-01T09:30:00Z or 2026-05-01T09:30:00+02:00: without an offset it is ambiguous'
      : 'must be an RFC 3339 date-time with an offset, like 2026-05-01T09:30:00Z'
  }
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (year < 1970 || year > 2200) return 'must be in the years 1970 to 2200'
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > lastDay) return 'must be a date that exists'
  if (hour > 23 || minute > 59 || second > 59) return 'must be a time from 00:00:00 to 23:59:59'
  return offsetProblem(match[8] as string)
}

/** What is wrong with `text` as a day of the calendar, as the end of a sentence, or `null`. */
export function dayProblem(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'must be a date, like 2026-05-01'
  return instantProblem(`${text}T00:00:00Z`)
}

/** A valid instant as UTC with milliseconds, the only form in which the service answers times. */
export function toUtc(text: string): string {
  return new Date(text.toUpperCase()).toISOString()
}

function offsetProblem(offset: string): string | null {
  if (offset.length === 1) return null
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(4, 6))
  return hours > 23 || minutes > 59 ? 'must have an offset from -23:59 to +23:59' : null
}
