import type { RefusedField } from './field-codes.ts'

/** The days of a week as ISO 8601 counts them: Monday is the first. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

export type Weekday = (typeof WEEKDAYS)[number]

/** A part of a day. Both times are `HH:MM` on a clock of the organization's time zone. */
export interface WorkingInterval {
  from: string
  /** Later than `from`; `24:00` is the end of the day. */
  to: string
}

/** When a person works: the intervals of each day, earliest first. A day without intervals is free. */
export type WorkingHours = Record<Weekday, WorkingInterval[]>

const OFFICE_HOURS: readonly WorkingInterval[] = [{ from: '09:00', to: '17:00' }]

/** The working hours of a person who has none of their own. docs/contract.md#c14-default-hours */
export const DEFAULT_WORKING_HOURS: WorkingHours = {
  monday: [...OFFICE_HOURS],
  tuesday: [...OFFICE_HOURS],
  wednesday: [...OFFICE_HOURS],
  thursday: [...OFFICE_HOURS],
  friday: [...OFFICE_HOURS],
  saturday: [],
  sunday: [],
}

/**
 * Working hours with all days and their intervals in order, or what is wrong with them, at most once for each
 * day. A day that is missing is free.
 */
export function completeHours(
  given: Partial<WorkingHours>,
): { hours: WorkingHours } | { refused: RefusedField[] } {
  const days = WEEKDAYS.map((day) => [day, inOrder(given[day] ?? [])] as const)
  const refused = days.flatMap(([day, intervals]) => {
    const problem = problemOf(intervals)
    const path = `workingHours.${day}`
    return problem === null
      ? []
      : [{ path, code: 'not_allowed', message: `${path} ${problem}` } as const]
  })
  if (refused.length > 0) return { refused }
  return { hours: Object.fromEntries(days) as WorkingHours }
}

// Times of this form have the order of their texts.
function inOrder(intervals: readonly WorkingInterval[]): WorkingInterval[] {
  return intervals
    .map(({ from, to }) => ({ from, to }))
    .sort((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)))
}

function problemOf(intervals: readonly WorkingInterval[]): string | null {
  if (intervals.some(({ from, to }) => from >= to)) {
    return 'must have intervals that end later than they begin: work past midnight is an interval of each day'
  }
  const overlaps = intervals.some(({ from }, n) => n > 0 && from < (intervals[n - 1]?.to ?? ''))
  return overlaps ? 'must have intervals that do not overlap' : null
}

/** Minutes of a shoot whose project does not say how long it takes. docs/contract.md#c14-shoot-length */
export const DEFAULT_SHOOT_MINUTES = 60
