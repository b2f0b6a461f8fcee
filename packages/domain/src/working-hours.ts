import type { RefusedField } from './field-codes.ts'

/** In the order of ISO 8601. */
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

/** Both times are `HH:MM` in the organization's time zone. */
export interface WorkingInterval {
  from: string
  /** Later than `from`; `24:00` is the end of the day. */
  to: string
}

/** Intervals per day, earliest first. A day without intervals is off. */
export type WorkingHours = Record<Weekday, WorkingInterval[]>

const OFFICE_HOURS: readonly WorkingInterval[] = [{ from: '09:00', to: '17:00' }]

/** docs/contract.md#c14-default-hours */
export const DEFAULT_WORKING_HOURS: WorkingHours = {
  monday: [...OFFICE_HOURS],
  tuesday: [...OFFICE_HOURS],
  wednesday: [...OFFICE_HOURS],
  thursday: [...OFFICE_HOURS],
  friday: [...OFFICE_HOURS],
  saturday: [],
  sunday: [],
}

/** Fills in missing days as off and sorts the intervals, or returns the first violation of each day. */
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

// `HH:MM` sorts as text.
function inOrder(intervals: readonly WorkingInterval[]): WorkingInterval[] {
  return intervals
    .map(({ from, to }) => ({ from, to }))
    .sort((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)))
}

function problemOf(intervals: readonly WorkingInterval[]): string | null {
  if (intervals.some(({ from, to }) => from >= to)) {
    return 'must have intervals that end after they begin: split work past midnight over both days'
  }
  const overlaps = intervals.some(({ from }, n) => n > 0 && from < (intervals[n - 1]?.to ?? ''))
  return overlaps ? 'must have intervals that do not overlap' : null
}

/** Length of a shoot without `estimatedDuration`. docs/contract.md#c14-shoot-length */
export const DEFAULT_SHOOT_MINUTES = 60
