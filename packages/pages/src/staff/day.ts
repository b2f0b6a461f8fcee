import { Temporal } from 'temporal-polyfill'
import { type Html, html } from '../html.ts'
import type { Staff } from './staff.ts'
import { AGO, COMMON, DAYS } from './texts.ts'

/** A day in the time zone of an organization. */
export interface Day {
  /** `2026-05-01` */
  name: string
  isToday: boolean
  /** Today's name. */
  today: string
  before: string
  after: string
  /** Its first instant. */
  from: string
  /** Its last millisecond: the filters of lists include both ends. */
  to: string
  /** The first instant of the day after. */
  end: string
}

/** @param name the requested day; defaults to today if missing or invalid */
export function dayIn(timeZone: string | null, name: string | null | undefined): Day {
  const zone = timeZone ?? 'UTC'
  const today = Temporal.Now.plainDateISO(zone)
  const date = dateOf(name) ?? today
  const after = date.add({ days: 1 })
  // A day begins at 1:00 where the clocks skip midnight, and has 23 to 25 hours.
  const startOf = (each: Temporal.PlainDate) => each.toZonedDateTime(zone).toInstant()
  const [from, end] = [startOf(date), startOf(after)] as const
  return {
    name: date.toString(),
    isToday: date.equals(today),
    today: today.toString(),
    before: date.subtract({ days: 1 }).toString(),
    after: after.toString(),
    from: from.toString(),
    to: end.subtract({ milliseconds: 1 }).toString(),
    end: end.toString(),
  }
}

/** The day of an instant in a time zone. */
export function dayOf(instant: string, timeZone: string | null): string {
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone ?? 'UTC')
  return zoned.toPlainDate().toString()
}

const NAME = /^\d{4}-\d{2}-\d{2}$/
/** The API's range of times: docs/contract.md#c1-times-years */
const [FIRST, LAST] = ['1970-01-02', '2200-12-30']

function dateOf(name: string | null | undefined): Temporal.PlainDate | undefined {
  if (!name || name < FIRST || name > LAST) return undefined
  return parseDate(name)
}

/** The date of `2026-05-01`; `undefined` if invalid. */
export function parseDate(name: string): Temporal.PlainDate | undefined {
  if (!NAME.test(name)) return undefined
  try {
    return Temporal.PlainDate.from(name, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

/** An instant as the value of a `datetime-local` input: `2026-05-01T09:30`. */
export function localTime(instant: string, timeZone: string): string {
  const { year, month, day, hour, minute } =
    Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
  const time = new Temporal.PlainDateTime(year, month, day, hour, minute)
  return time.toString({ smallestUnit: 'minute' })
}

/** The instant of a `datetime-local` field, in UTC; or why it has none. */
export type TypedTime = { instant: string } | { problem: string }

export function typedTime(local: string | undefined, timeZone: string): TypedTime {
  const instant = instantOf(local, timeZone)
  if (instant === undefined) return { problem: COMMON.badTime }
  const shown = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime()
  // Where the clocks go forward, the instant has another local time.
  return shown.equals(local ?? '') ? { instant } : { problem: COMMON.skippedTime }
}

/**
 * {@link typedTime} of a field that was shown with `before`. An unchanged field keeps that instant: a local time may
 * occur twice.
 */
export function changedTime(
  local: string | undefined,
  before: string,
  timeZone: string,
): TypedTime {
  const ms = Date.parse(before)
  const instant = Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
  const isSame = instant !== undefined && local === localTime(instant, timeZone)
  return isSame ? { instant } : typedTime(local, timeZone)
}

/** The instant of a local time, in UTC; `undefined` if invalid. A skipped time moves past the gap. */
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

/** The end of a field's last day, `null` if empty; or why it can't be used. */
export function typedLastDay(
  day: string | undefined,
  toInstant: (local: string) => string | undefined,
): { instant: string | null } | { problem: string } {
  if (!day) return { instant: null }
  const after = parseDate(day)?.add({ days: 1 })
  const end = after && toInstant(`${after}T00:00`)
  if (end === undefined) return { problem: COMMON.badDay }
  // Not the day's 23:59:59, which occurs twice where the clocks go back at midnight.
  const instant = new Date(Date.parse(end) - 1_000).toISOString()
  return Date.parse(instant) > Date.now() ? { instant } : { problem: COMMON.pastDay }
}

/** Formats instants relative to now. */
export interface When {
  /** `Today`, `Mon`, `Nov 20`, or with another year `Nov 20, 2027`. */
  day(instant: string): string
  /** `Today 9:00 AM` */
  dayAndTime(instant: string): string
  /** `20 min ago`, `4 h ago`, `6 days ago` */
  ago(instant: string): string
  /** A `<time>` element whose tooltip has the full date. */
  time(instant: string, text?: string): Html
}

/** Days shown by name, from today on. */
const NAMED_DAYS = 7

function ago(instant: string): string {
  const minutes = Math.floor((Date.now() - Date.parse(instant)) / 60_000)
  if (minutes < 1) return AGO.now
  if (minutes < 60) return AGO.minutes(minutes)
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? AGO.hours(hours) : AGO.days(Math.floor(hours / 24))
}

/** Relative to now, in the time zone of the organization. */
export function whenIn({ format, organization }: Pick<Staff, 'format' | 'organization'>): When {
  const today = dayIn(organization.timeZone, undefined)
  const yesterday = dayIn(organization.timeZone, today.before)
  // The ends of days, from yesterday on. A day has 23 to 25 hours.
  const ends = [yesterday.end, today.end]
  let last = today
  for (let i = 1; i < NAMED_DAYS; i++) {
    last = dayIn(organization.timeZone, last.after)
    ends.push(last.end)
  }
  const times = ends.map(Date.parse)
  const begin = Date.parse(yesterday.from)

  function day(instant: string): string {
    const time = Date.parse(instant)
    const i = time < begin ? -1 : times.findIndex((end) => time < end)
    if (i === -1) return format.monthDay(instant)
    return [DAYS.yesterday, DAYS.today, DAYS.tomorrow][i] ?? format.shortWeekday(instant)
  }

  const dayAndTime = (instant: string) => `${day(instant)} ${format.time(instant)}`
  return {
    day,
    dayAndTime,
    ago,
    time: (instant, text = dayAndTime(instant)) =>
      html`<time datetime="${instant}" title="${format.dayAndTime(instant)}">${text}</time>`,
  }
}
