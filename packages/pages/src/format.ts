import { minorUnitDigits } from '@mediajobs/domain/money'
import { inUnit } from './units.ts'

/** `Intl` has no units of area. */
export const SIZE_UNIT_SIGNS = { SQFT: 'sq ft', SQM: 'm²' } as const

/** Formats times, sizes, durations and money for a page. */
export interface Format {
  locale: string
  /** `December 20, 2026` */
  day(instant: string): string
  /** `Sunday, December 20` */
  weekday(instant: string): string
  /** `Sun, Dec 20` */
  shortDay(instant: string): string
  /** `Sun` */
  shortWeekday(instant: string): string
  /** `December 20` */
  longMonthDay(instant: string): string
  /** `Dec 20` */
  monthDay(instant: string): string
  /** `23` */
  dayOfMonth(instant: string): string
  /** `Nov 23 – 27` */
  days(from: string, to: string): string
  /** `Dec 20, 2026` */
  mediumDay(instant: string): string
  /** `Dec 2026` */
  month(instant: string): string
  /** `2026` */
  year(instant: string): string
  /** `9:30 AM` */
  time(instant: string): string
  /** `9:30 – 11:00 AM` */
  span(from: string, to: string): string
  /** `9 AM` */
  hour(hour: number): string
  /** `Pacific Time` */
  zone(): string
  /** `Dec 20, 2026, 9:30 AM` */
  dayAndTime(instant: string): string
  /** `Dec 20, 9:30:12 AM` */
  second(instant: string): string
  /** `Dec 20, 2026, 9:30:12 AM PST` */
  exact(instant: string): string
  /** `22 MB` */
  bytes(count: number): string
  /** `90 minutes` */
  minutes(count: number): string
  /** `90 min` */
  minutesShort(count: number): string
  /** `1,234.5` */
  number(value: number): string
  /** @param amount in the currency's minor unit, as the API has it */
  money(amount: number, currency: string): string
  /** `$895,000`: without zero cents */
  price(amount: number, currency: string): string
  /** `1,850 sq ft` */
  size(size: number, unit: keyof typeof SIZE_UNIT_SIGNS): string
  /** `4.2 km`, or miles for those who measure in feet */
  distance(kilometers: number, unit: keyof typeof SIZE_UNIT_SIGNS): string
  /** `12.5%` */
  percent(basisPoints: number): string
}

const BASIS_POINTS = 10_000
const HOUR_MS = 3_600_000
const KILOMETERS_PER_MILE = 1.609344

// An `Intl.DateTimeFormat` costs 0.3 ms and 80 kB.
const KEPT_FORMATS = 64
const formats = new Map<string, Format>()

/**
 * @param locale a language tag of BCP 47, which decides how times and numbers are written
 * @param timeZone a name of the IANA time zone database
 */
export function formatFor(locale: string | null, timeZone: string | null): Format {
  const key = `${locale} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= KEPT_FORMATS) formats.clear()
  const format = newFormat(locale, timeZone)
  formats.set(key, format)
  return format
}

function newFormat(locale: string | null, timeZone: string | null): Format {
  const language = locale ?? 'en'
  // Lazy: creating a formatter takes far longer than using it.
  const once = (options: Intl.DateTimeFormatOptions) => {
    let made: Intl.DateTimeFormat | undefined
    return () => {
      made ??= new Intl.DateTimeFormat(language, { timeZone: timeZone ?? 'UTC', ...options })
      return made
    }
  }
  const times = (options: Intl.DateTimeFormatOptions) => {
    const format = once(options)
    return (instant: string) => format().format(new Date(instant))
  }
  const spans = (options: Intl.DateTimeFormatOptions) => {
    const format = once(options)
    return (from: string, to: string) => format().formatRange(new Date(from), new Date(to))
  }
  const span = spans({ timeStyle: 'short' })
  const hour = once({ hour: 'numeric', timeZone: 'UTC' })
  const zone = once({ timeZoneName: 'longGeneric' })
  // By options, which are few, including the currency.
  const numbers = new Map<string, Intl.NumberFormat>()
  const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = Object.values(options).join()
    const made = numbers.get(key) ?? new Intl.NumberFormat(language, options)
    numbers.set(key, made)
    return made
  }
  const number = (value: number, options: Intl.NumberFormatOptions) =>
    numberFormat(options).format(value)
  // Not Intl's digits, which follow usage: 0 for HUF, while the API counts hundredths.
  const money = (amount: number, currency: string, shownDigits: number) => {
    const fraction = { minimumFractionDigits: shownDigits, maximumFractionDigits: shownDigits }
    const value = amount / 10 ** minorUnitDigits(currency)
    return number(value, { style: 'currency', currency, ...fraction })
  }

  return {
    locale: language,
    day: times({ dateStyle: 'long' }),
    weekday: times({ weekday: 'long', month: 'long', day: 'numeric' }),
    shortDay: times({ weekday: 'short', month: 'short', day: 'numeric' }),
    shortWeekday: times({ weekday: 'short' }),
    longMonthDay: times({ month: 'long', day: 'numeric' }),
    monthDay: times({ month: 'short', day: 'numeric' }),
    dayOfMonth: times({ day: 'numeric' }),
    days: spans({ month: 'short', day: 'numeric' }),
    mediumDay: times({ dateStyle: 'medium' }),
    month: times({ month: 'short', year: 'numeric' }),
    year: times({ year: 'numeric' }),
    time: times({ timeStyle: 'short' }),
    span(from, to) {
      const isOneDay = this.dayOfMonth(from) === this.dayOfMonth(to)
      return isOneDay ? span(from, to) : `${this.time(from)} – ${this.time(to)}`
    },
    hour: (count) => hour().format(count * HOUR_MS),
    zone() {
      if (timeZone === null || timeZone === 'UTC') return 'UTC'
      const parts = zone().formatToParts(new Date())
      return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    },
    dayAndTime: times({ dateStyle: 'medium', timeStyle: 'short' }),
    second: times({
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
    }),
    exact: times({ dateStyle: 'medium', timeStyle: 'long' }),
    minutes: (count) => number(count, { style: 'unit', unit: 'minute', unitDisplay: 'long' }),
    minutesShort: (count) => number(count, { style: 'unit', unit: 'minute', unitDisplay: 'short' }),
    bytes(count) {
      const { value, options } = inUnit(count)
      return number(value, options)
    },
    number: (value) => number(value, { maximumFractionDigits: 2 }),
    money: (amount, currency) => money(amount, currency, minorUnitDigits(currency)),
    price(amount, currency) {
      const digits = minorUnitDigits(currency)
      return money(amount, currency, amount % 10 ** digits === 0 ? 0 : digits)
    },
    size: (size, unit) => `${number(size, {})} ${SIZE_UNIT_SIGNS[unit]}`,
    distance(kilometers, sizeUnit) {
      const isMetric = sizeUnit === 'SQM'
      const value = isMetric ? kilometers : kilometers / KILOMETERS_PER_MILE
      const unit = isMetric ? 'kilometer' : 'mile'
      return number(value, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 })
    },
    percent: (basisPoints) =>
      number(basisPoints / BASIS_POINTS, { style: 'percent', maximumFractionDigits: 2 }),
  }
}

/** The address of a project, as in the API. */
export interface Address {
  addressLine1: string | null
  addressLine2: string | null
  city: string | null
  region: string | null
  postalCode: string | null
}

/** `48 Alder Ridge Road, Floor 2`; empty if missing. */
export function streetOf({ addressLine1, addressLine2 }: Address): string {
  return joined(addressLine1, addressLine2)
}

/** `Pasadena, CA 91101`; empty if missing. */
export function placeOf({ city, region, postalCode }: Address): string {
  return joined(city, [region, postalCode].filter(Boolean).join(' '))
}

/** The address on one line; empty if missing. */
export function addressLine(address: Address): string {
  return joined(streetOf(address), placeOf(address))
}

function joined(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(', ')
}
