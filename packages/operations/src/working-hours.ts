import { WEEKDAYS, type WorkingHours } from '@mediajobs/domain'
import { Temporal } from 'temporal-polyfill'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
const DAY_MS = DAY_MINUTES * MINUTE_MS
const NANOS_PER_MS = 1_000_000

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
    const isPlain = nextMs - startMs === DAY_MS && start.hour === 0
    const weekday = WEEKDAYS[start.dayOfWeek - 1]
    if (weekday === undefined) throw new Error('a week has seven days')
    days.push({ date: start.toPlainDate(), weekday, startMs, isPlain })
    start = next
  }
  return days
}

/**
 * Working hours as spans. When clocks change, a skipped time moves past the gap, and a repeated one means its first
 * occurrence (RFC 5545, 3.3.5).
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

/** The calendar day of an instant. */
export function dayAround(ms: number, timeZone: string): Span {
  const start = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).startOfDay()
  const end = start.add({ days: 1 }).startOfDay()
  return { from: start.epochMilliseconds, to: end.epochMilliseconds }
}

/** The start, in UTC, of the calendar day `days` days before `ms`. */
export function daysBefore(ms: number, days: number, timeZone: string): string {
  const today = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
  return today.toPlainDate().subtract({ days }).toZonedDateTime(timeZone).toInstant().toString()
}

/**
 * The starts of calendar days in `timeZone`, in UTC.
 *
 * @param days each as its midnight in UTC, in order
 */
export function startsOfDays(days: readonly number[], timeZone: string): string[] {
  // All days between two clock changes start at the same offset, so Temporal is called once per span.
  let part = { from: 0, to: 0, offsetMs: 0 }
  return days.map((day) => {
    const start = day - part.offsetMs
    // Right after a clock change, midnight may still have had the old offset.
    if (start > part.from + DAY_MS && start < part.to) return new Date(start).toISOString()
    const date = new Date(day).toISOString().slice(0, 10)
    const zoned = Temporal.PlainDate.from(date).toZonedDateTime(timeZone)
    const change = (direction: 'previous' | 'next') =>
      zoned.getTimeZoneTransition(direction)?.epochMilliseconds
    part = {
      from: change('previous') ?? Number.NEGATIVE_INFINITY,
      to: change('next') ?? Number.POSITIVE_INFINITY,
      offsetMs: zoned.offsetNanoseconds / NANOS_PER_MS,
    }
    return zoned.toInstant().toString()
  })
}

/**
 * The instants within `span` at which local clocks show a multiple of `minutes` since midnight. Skipped times are left
 * out, repeated ones appear twice.
 */
export function gridWithin(span: Span, minutes: number, timeZone: string): number[] {
  const step = minutes * MINUTE_MS
  return offsetsWithin(span, timeZone).flatMap(({ from, to, offsetMs }) => {
    const starts: number[] = []
    // Local milliseconds.
    let at = from + offsetMs
    while (at < to + offsetMs) {
      const midnight = Math.floor(at / DAY_MS) * DAY_MS
      const next = midnight + Math.ceil((at - midnight) / step) * step
      at = Math.min(next, midnight + DAY_MS)
      if (at < to + offsetMs) starts.push(at - offsetMs)
      at += 1
    }
    return starts
  })
}

/** The parts of `span` between clock changes. */
function offsetsWithin({ from, to }: Span, timeZone: string): (Span & { offsetMs: number })[] {
  const parts: (Span & { offsetMs: number })[] = []
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone)
  for (;;) {
    const change = at.getTimeZoneTransition('next')
    const end = change && change.epochMilliseconds < to ? change.epochMilliseconds : to
    const offsetMs = at.offsetNanoseconds / NANOS_PER_MS
    parts.push({ from: at.epochMilliseconds, to: end, offsetMs })
    if (!change || end === to) return parts
    at = change
  }
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
      // `each` may extend into the next span.
      if (each.to > span.to) break
      next += 1
    }
    if (from < span.to) left.push({ from, to: span.to })
  }
  return left
}
