const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A byte count in a readable unit, for `Intl.NumberFormat`. Shared by pages and their modules. */
export function inUnit(bytes: number): { value: number; options: Intl.NumberFormatOptions } {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const value = bytes / 1_000 ** power
  return {
    value,
    options: {
      style: 'unit',
      unit: UNITS[power] ?? 'byte',
      unitDisplay: power === 0 ? 'long' : 'short',
      maximumFractionDigits: value < 10 ? 1 : 0,
    },
  }
}
