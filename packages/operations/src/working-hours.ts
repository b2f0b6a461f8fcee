import { WEEKDAYS, type WorkingHours } from '@mediajobs/domain'
import { Temporal } from 'temporal-polyfill'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440

/** A calendar day in a time zone. */
interface Day {
  date: Temporal.PlainDate
  weekday: keyof WorkingHours
  startMs: number
  /** Without a clock change. */
  isPlain: boolean
}

/** The days that overlap `span`. Compute them once for all people: Temporal is slow. */
export function daysOf({ from, to }: Span, timeZone: string): Day[] {
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
  const days: Day[] = []
  let start = at(from).startOfDay()
  while (start.epochMilliseconds < to) {
    const next = start.add({ days: 1 }).startOfDay()
    const [startMs, nextMs] = [start.epochMilliseconds, next.epochMilliseconds]
    const isPlain = nextMs - startMs === DAY_MINUTES * MINUTE_MS && start.hour === 0
    const weekday = WEEKDAYS[start.dayOfWeek - 1]
    if (weekday === undefined) throw new Error('a week has seven days')
    days.push({ date: start.toPlainDate(), weekday, startMs, isPlain })
    start = next
  }
  return days
}

/**
 * The spans of these working hours. When clocks change, a skipped time moves past the gap, and a repeated one means its
 * first occurrence (RFC 5545, 3.3.5).
 */
export function workingSpans(days: readonly Day[], hours: WorkingHours, timeZone: string): Span[] {
  const spans = days.flatMap((day) =>
    hours[day.weekday].map(({ from, to }) => ({
      from: instantOf(day, from, timeZone),
      to: instantOf(day, to, timeZone),
    })),
  )
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

/** Milliseconds since 1970; `to` is exclusive. */
export interface Span {
  from: number
  to: number
}

/** Sorts the spans and merges those that touch or overlap. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else if (from < to) joined.push({ from, to })
  }
  return joined
}

/** `spans` minus `taken`, both sorted and disjoint as returned by `joinSpans`. */
export function withoutSpans(spans: readonly Span[], taken: readonly Span[]): Span[] {
  const left: Span[] = []
  let next = 0
  for (const span of spans) {
    let from = span.from
    while ((taken[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1
    for (let each = taken[next]; each && each.from < span.to; each = taken[next]) {
      if (each.from > from) left.push({ from, to: each.from })
      from = Math.max(from, each.to)
      // `each` may reach into the next span.
      if (each.to > span.to) break
      next += 1
    }
    if (from < span.to) left.push({ from, to: span.to })
  }
  return left
}
