/** How a page writes times and sizes. */
export interface Format {
  /** `20 December 2026` */
  day(instant: string): string
  /** `22 MB` */
  bytes(count: number): string
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/**
 * @param locale a language tag of BCP 47, which decides how times and numbers are written
 * @param timeZone a name of the IANA time zone database
 */
export function formatFor(locale: string | null, timeZone: string | null): Format {
  const day = new Intl.DateTimeFormat(locale ?? 'en', {
    dateStyle: 'long',
    timeZone: timeZone ?? 'UTC',
  })
  return {
    day: (instant) => day.format(new Date(instant)),
    bytes(count) {
      const power = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), UNITS.length - 1)
      const value = count / 1_000 ** power
      return new Intl.NumberFormat(locale ?? 'en', {
        style: 'unit',
        unit: UNITS[power] ?? 'byte',
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumFractionDigits: value < 10 ? 1 : 0,
      }).format(value)
    },
  }
}
