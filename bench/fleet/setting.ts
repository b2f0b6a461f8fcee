import type { RunOptions } from '../support/report.ts'

/** The size of the simulated fleet and of its day. */
export interface Setting {
  organizations: number
  /** Projects of each organization at the start of the day. */
  projectsEach: number
  /** Bookings of the whole day, over all organizations. */
  bookings: number
  imports: number
  rowsOfImport: number
  /** How long the day takes, in minutes. */
  minutes: number
  apis: number
  dispatchers: number
  /** What the durations of the failures are multiplied by. */
  durationScale: number
}

export const HOURS = 24
const MINUTES = { least: 10, most: 24 * 60, byDefault: 60 }
const BOOKINGS = { least: 100, most: 1_000_000 }
// Two cores that do nothing else carry the peak of this rate, with the load generator.
const BOOKINGS_PER_MINUTE = 100
const QUICK: Setting = {
  organizations: 100,
  projectsEach: 5,
  bookings: 150,
  imports: 3,
  rowsOfImport: 20,
  minutes: 3,
  apis: 4,
  dispatchers: 4,
  durationScale: 0.15,
}

/** @throws {Error} for a number that is not possible, and for a day that the failures do not fit in */
export function settingOf({ isQuick, ...given }: RunOptions): Setting {
  if (isQuick) return QUICK
  const minutes = wholeNumber('--minutes', given.minutes ?? MINUTES.byDefault, MINUTES)
  const byDefault = BOOKINGS_PER_MINUTE * minutes
  return {
    organizations: 10_000,
    projectsEach: 20,
    bookings: wholeNumber('--bookings', given.bookings ?? byDefault, BOOKINGS),
    imports: 40,
    rowsOfImport: 50,
    minutes,
    apis: 4,
    dispatchers: 4,
    durationScale: Math.min(1, minutes / MINUTES.byDefault),
  }
}

function wholeNumber(
  option: string,
  value: number,
  { least, most }: { least: number; most: number },
): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new Error(`${option} must be a whole number from ${least} to ${most}`)
}
