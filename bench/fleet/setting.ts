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
/** The minutes that a day may take. In fewer, the failures would not fit into it. */
export const MINUTES = { least: 10, most: 24 * 60 }
export const BOOKINGS = { least: 100, most: 1_000_000 }
const DEFAULT_MINUTES = 60
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

/** The setting of a run, by its options. */
export function settingOf({ isQuick, minutes = DEFAULT_MINUTES, bookings }: RunOptions): Setting {
  if (isQuick) return QUICK
  return {
    organizations: 10_000,
    projectsEach: 20,
    bookings: bookings ?? BOOKINGS_PER_MINUTE * minutes,
    imports: 40,
    rowsOfImport: 50,
    minutes,
    apis: 4,
    dispatchers: 4,
    durationScale: Math.min(1, minutes / DEFAULT_MINUTES),
  }
}
