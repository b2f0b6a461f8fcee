// RFC 3339 with an offset (docs/contract.md#c1-times-rfc3339): years 1970–2200 in UTC, offsets up to
// 14:00, no leap second, no 24:00.
const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/
const RANGE = 'must be in the years 1970 to 2200'
const RANGE_IN_UTC = `${RANGE}, in UTC`
const FIRST_UTC = '1970-01-01T00:00:00.000Z'
const LAST_UTC = '2200-12-31T23:59:59.999Z'
const MAX_OFFSET_MINUTES = 14 * 60
// In a query, a plus sign is decoded as a space.
const SPACE_FOR_PLUS = /^\S+ \d{2}:\d{2}$/
const WITHOUT_OFFSET = /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/

/** Why `text` isn't a valid time, as a predicate; `null` if it is. */
export function instantProblem(text: string): string | null {
  const match = RFC_3339.exec(text)
  if (!match) {
    if (isWithoutPlus(text))
      return 'must have + or - before its offset: in a query, encode + as %2B'
    return WITHOUT_OFFSET.test(text)
      ? 'must have a time and an offset, like 2026-05-01T09:30:00Z or 2026-05-01T09:30:00+02:00: without an offset it is ambiguous'
      : 'must be an RFC 3339 date-time with an offset, like 2026-05-01T09:30:00Z'
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number)
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > lastDay) return 'must be a date that exists'
  if (hour > 23 || minute > 59 || second > 59) return 'must be a time from 00:00:00 to 23:59:59'
  return offsetProblem(match[8] as string) ?? rangeProblem(text)
}

function isWithoutPlus(text: string): boolean {
  return SPACE_FOR_PLUS.test(text) && instantProblem(text.replace(' ', '+')) === null
}

/** Why `text` isn't a valid date, as a predicate; `null` if it is. */
export function dayProblem(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'must be a date, like 2026-05-01'
  const problem = instantProblem(`${text}T00:00:00Z`)
  return problem === RANGE_IN_UTC ? RANGE : problem
}

/** A valid time as UTC with milliseconds, the form of all responses. */
export function toUtc(text: string): string {
  return new Date(text.toUpperCase()).toISOString()
}

function offsetProblem(offset: string): string | null {
  if (offset.length === 1) return null
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(4, 6))
  return minutes > 59 || hours * 60 + minutes > MAX_OFFSET_MINUTES
    ? 'must have an offset from -14:00 to +14:00'
    : null
}

function rangeProblem(text: string): string | null {
  const utc = toUtc(text)
  return utc >= FIRST_UTC && utc <= LAST_UTC ? null : RANGE_IN_UTC
}
