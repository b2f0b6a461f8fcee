import { WEEKDAYS, type WorkingHours } from '@mediajobs/domain'
import { Temporal } from 'temporal-polyfill'
import { joinSpans, type Span } from './span.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440

/** A calendar day of a time zone. */
interface Day {
  date: Temporal.PlainDate
  /** When it begins, in milliseconds since 1970. */
  startMs: number
  /** Whether a clock shows each time of the day exactly once. */
  isPlain: boolean
}

/**
 * The days of a time zone that `span` touches. Compute them once for all people: it takes time to find the
 * beginning of a day.
 */
export function daysOf({ from, to }: Span, timeZone: string): Day[] {
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
  const days: Day[] = []
  let start = at(from).startOfDay()
  while (start.epochMilliseconds < to) {
    const next = start.add({ days: 1 }).startOfDay()
    const [startMs, nextMs] = [start.epochMilliseconds, next.epochMilliseconds]
    const isPlain = nextMs - startMs === DAY_MINUTES * MINUTE_MS && start.hour === 0
    days.push({ date: start.toPlainDate(), startMs, isPlain })
    start = next
  }
  return days
}

/**
 * When a person with these hours works. On a day on which the clocks change, a time that does not exist
 * becomes the same time after the change, and a time that comes twice means the first (RFC 5545, 3.3.5).
 */
export function workingSpans(days: readonly Day[], hours: WorkingHours, timeZone: string): Span[] {
  const spans = days.flatMap((day) => {
    const weekday = WEEKDAYS[day.date.dayOfWeek - 1]
    if (weekday === undefined) throw new Error('a week has seven days')
    return hours[weekday].map(({ from, to }) => ({
      from: instantOf(day, from, timeZone),
      to: instantOf(day, to, timeZone),
    }))
  })
  return joinSpans(spans)
}

/** @param time `HH:MM`, up to `24:00` */
function instantOf({ date, startMs, isPlain }: Day, time: string, timeZone: string): number {
  const minutes = minutesOf(time)
  if (isPlain) return startMs + minutes * MINUTE_MS
  return date
    .toPlainDateTime()
    .add({ minutes })
    .toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
