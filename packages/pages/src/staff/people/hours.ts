import {
  DEFAULT_WORKING_HOURS,
  WEEKDAYS,
  type Weekday,
  type WorkingHours,
  type WorkingInterval,
} from '@mediajobs/domain'
import { BadText, type RecordField } from '../records/field.ts'
import type { Person } from '../records.ts'
import { TEXTS } from './texts.ts'

// `9-17`, `09:00 - 12:30`
const INTERVAL = /^(\d{1,2})(?::(\d{2}))?\s*[-–]\s*(\d{1,2})(?::(\d{2}))?$/
// Two parts of a day at least have four times of five characters.
const LONGEST = 100
const PREFIX = 'workingHours.'

/** A field for each day. A form has its intervals as one text, which a keyboard alone can write. */
export const HOURS_FIELDS: readonly RecordField[] = WEEKDAYS.map((day) => ({
  name: `${PREFIX}${day}`,
  label: TEXTS.days[day],
  control: { kind: 'line', maxLength: LONGEST },
  toText: (_, record) => textOfDay(hoursOf(record as Pick<Person, 'workingHours'>)[day]),
  toValue: (text) => text.split(/[,;]/).map(intervalOf),
  emptyValue: [],
}))

/** The hours of a person: those of their own, or the default ones. */
export function hoursOf({ workingHours }: Pick<Person, 'workingHours'>): WorkingHours {
  return workingHours ?? DEFAULT_WORKING_HOURS
}

/** `09:00-12:00, 13:00-17:00`; empty for a free day. */
export function textOfDay(intervals: readonly WorkingInterval[]): string {
  return intervals.map(({ from, to }) => `${from}-${to}`).join(', ')
}

/** The working hours with the days that were changed. The API replaces them as a whole. */
export function changedHours(
  before: WorkingHours,
  changed: Readonly<Record<string, unknown>>,
): Record<Weekday, unknown> {
  const days = WEEKDAYS.map((day) => [day, changed[`${PREFIX}${day}`] ?? before[day]])
  return Object.fromEntries(days)
}

function intervalOf(text: string): WorkingInterval {
  const [, fromHour, fromMinute, toHour, toMinute] = INTERVAL.exec(text.trim()) ?? []
  if (fromHour === undefined || toHour === undefined) throw new BadText(TEXTS.badHours)
  return { from: timeOf(fromHour, fromMinute), to: timeOf(toHour, toMinute) }
}

function timeOf(hour: string, minute = '00'): string {
  return `${hour.padStart(2, '0')}:${minute}`
}
