import { DEFAULT_SHOOT_MINUTES, DEFAULT_WORKING_HOURS } from '@mediajobs/domain'
import { Temporal } from 'temporal-polyfill'
import type { Day } from '../day.ts'
import type { Person, Project } from '../records.ts'
import type { WeekDay } from './view.ts'

export const MINUTE_MS = 60_000
export const DAY_MINUTES = 1_440

/** Local minutes since midnight. */
export interface Span {
  at: number
  until: number
}

/** Converts instants to local minutes since midnight, clamped to the day. */
export function clockOf({ from, end }: Day, zone: string): (ms: number) => number {
  const [start, stop] = [Date.parse(from), Date.parse(end)]
  const isPlain = stop - start === DAY_MINUTES * MINUTE_MS
  return (ms) => {
    if (ms <= start) return 0
    if (ms >= stop) return DAY_MINUTES
    if (isPlain) return (ms - start) / MINUTE_MS
    // A day with a clock change.
    const time = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
    return time.hour * 60 + time.minute
  }
}

/** @param time `HH:MM` */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** A person's working hours on a day. */
export function intervalsOf(
  { workingHours }: Person,
  { weekday }: Pick<WeekDay, 'weekday'>,
): Span[] {
  const intervals = (workingHours ?? DEFAULT_WORKING_HOURS)[weekday]
  return intervals.map(({ from, to }) => ({ at: minutesOf(from), until: minutesOf(to) }))
}

/** The start and end of a shoot, in milliseconds. */
export function timesOf({
  scheduledTime,
  estimatedDuration,
}: Pick<Project, 'scheduledTime' | 'estimatedDuration'>): [number, number] {
  const begin = Date.parse(scheduledTime)
  return [begin, begin + (estimatedDuration ?? DEFAULT_SHOOT_MINUTES) * MINUTE_MS]
}
