import { minorUnitDigits } from '@mediajobs/domain/money'
import { inUnit } from './units.ts'

/** `Intl` has no units of area. */
export const SIZE_UNIT_SIGNS = { SQFT: 'sq ft', SQM: 'm²' } as const

/** Formats times, sizes, durations and money for a page. */
export type Format = ReturnType<typeof newFormat>

const BASIS_POINTS = 10_000
const DAY_MINUTES = 1_440
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const KILOMETERS_PER_MILE = 1.609344

// An `Intl.DateTimeFormat` costs 0.3 ms and 80 kB.
const KEPT_FORMATS = 64
const KEPT_DAYS = 400
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

function newFormat(locale: string | null, timeZone: string | null) {
  const language = locale ?? 'en'
  // Lazy: creating a formatter takes far longer than using it.
  const once = (options: Intl.DateTimeFormatOptions, locale = language) => {
    let made: Intl.DateTimeFormat | undefined
    return () => {
      made ??= new Intl.DateTimeFormat(locale, { timeZone: timeZone ?? 'UTC', ...options })
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
  const year = times({ year: 'numeric' })
  const isThisYear = (instant: string) => year(instant) === year(new Date().toISOString())
  const days = (options: Intl.DateTimeFormatOptions) => {
    const [short, long] = [times(options), times({ ...options, year: 'numeric' })]
    return (instant: string) => (isThisYear(instant) ? short : long)(instant)
  }
  const ranges = { month: 'short', day: 'numeric' } as const
  const [range, rangeOfYears] = [spans(ranges), spans({ ...ranges, year: 'numeric' })]
  const span = spans({ timeStyle: 'short' })
  const time = times({ timeStyle: 'short' })
  const dayAndTime = times({ dateStyle: 'medium', timeStyle: 'short' })
  const zoned = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const zonedTime = times(zoned)
  const zonedDayAndTime = times({ year: 'numeric', month: 'short', day: 'numeric', ...zoned })
  // `09:30` in all languages.
  const clock = once({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, 'en')
  const minuteOfDay = (ms: number) => {
    const [hours = 0, minutes = 0] = clock().format(ms).split(':').map(Number)
    return hours * 60 + minutes
  }
  // In minutes. Cached by UTC day, because formatting is slow.
  const setbacks = new Map<number, number>()
  /** How far the clocks go back near a day: 60 minutes in most zones, 30 on Lord Howe Island, 120 at Troll. */
  const setbackNear = (day: number) => {
    const known = setbacks.get(day)
    if (known !== undefined) return known
    if (setbacks.size >= KEPT_DAYS) setbacks.clear()
    const difference = minuteOfDay((day - 1) * DAY_MS) - minuteOfDay((day + 2) * DAY_MS)
    const minutes = (difference + DAY_MINUTES) % DAY_MINUTES
    // More than half a day back is forward.
    const setback = minutes < DAY_MINUTES / 2 ? minutes : 0
    setbacks.set(day, setback)
    return setback
  }
  const isTwice = (instant: string) => {
    const ms = Date.parse(instant)
    const setbackMs = setbackNear(Math.floor(ms / DAY_MS)) * MINUTE_MS
    if (setbackMs === 0) return false
    const minute = minuteOfDay(ms)
    return minuteOfDay(ms - setbackMs) === minute || minuteOfDay(ms + setbackMs) === minute
  }
  const hour = once({ hour: 'numeric', timeZone: 'UTC' })
  const dateInUtc = once({ dateStyle: 'medium', timeZone: 'UTC' })
  const zone = once({ timeZoneName: 'longGeneric' })
  // Cached by options, including the currency. There are few combinations.
  const numbers = new Map<string, Intl.NumberFormat>()
  const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = Object.values(options).join()
    const made = numbers.get(key) ?? new Intl.NumberFormat(language, options)
    numbers.set(key, made)
    return made
  }
  const number = (value: number, options: Intl.NumberFormatOptions) =>
    numberFormat(options).format(value)
  // Doesn't use Intl's digits, which follow usage: 0 for HUF, while the API counts hundredths.
  const money = (amount: number, currency: string, shownDigits: number) => {
    const fraction = { minimumFractionDigits: shownDigits, maximumFractionDigits: shownDigits }
    const value = amount / 10 ** minorUnitDigits(currency)
    return number(value, { style: 'currency', currency, ...fraction })
  }

  return {
    locale: language,
    /** `December 20, 2026` */
    day: times({ dateStyle: 'long' }),
    /** `Sunday, December 20`, or in another year `Monday, December 20, 2027` */
    weekday: days({ weekday: 'long', month: 'long', day: 'numeric' }),
    /** `Sun, Dec 20`, or `Mon, Dec 20, 2027` */
    shortDay: days({ weekday: 'short', month: 'short', day: 'numeric' }),
    /** `Sun` */
    shortWeekday: times({ weekday: 'short' }),
    /** `December 20`, or `December 20, 2027` */
    longMonthDay: days({ month: 'long', day: 'numeric' }),
    /** `Dec 20`, or `Dec 20, 2027` */
    monthDay: days({ month: 'short', day: 'numeric' }),
    /** `23` */
    dayOfMonth: times({ day: 'numeric' }),
    /** `Nov 23 – 27`, or `Nov 23 – 27, 2027` */
    days: (from: string, to: string) =>
      (isThisYear(from) && isThisYear(to) ? range : rangeOfYears)(from, to),
    /** `Dec 20, 2026` */
    mediumDay: times({ dateStyle: 'medium' }),
    /** A calendar day, `2026-12-20`, as `Dec 20, 2026` in every time zone. */
    calendarDay: (day: string) => dateInUtc().format(new Date(day)),
    /** `Dec 2026` */
    month: times({ month: 'short', year: 'numeric' }),
    /** `9:30 AM`, or if it occurs twice that day `1:30 AM PDT` */
    time: (instant: string) => (isTwice(instant) ? zonedTime : time)(instant),
    /** `9:30 – 11:00 AM` */
    span(from: string, to: string): string {
      const isOneDay = this.dayOfMonth(from) === this.dayOfMonth(to)
      const isPlain = isOneDay && !isTwice(from) && !isTwice(to)
      return isPlain ? span(from, to) : `${this.time(from)} – ${this.time(to)}`
    },
    /** `9 AM` */
    hour: (count: number) => hour().format(count * HOUR_MS),
    /** `Pacific Time` */
    zone(): string {
      if (timeZone === null || timeZone === 'UTC') return 'UTC'
      const parts = zone().formatToParts(new Date())
      return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    },
    /** `Dec 20, 2026, 9:30 AM`, or if the time occurs twice `Nov 1, 2026, 1:30 AM PDT` */
    dayAndTime: (instant: string) => (isTwice(instant) ? zonedDayAndTime : dayAndTime)(instant),
    /** `Dec 20, 9:30:12 AM`, or `Dec 20, 2027, 9:30:12 AM` */
    second: days({
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
    }),
    /** `Dec 20, 2026, 9:30:12 AM PST` */
    exact: times({ dateStyle: 'medium', timeStyle: 'long' }),
    /** `90 minutes` */
    minutes: (count: number) =>
      number(count, { style: 'unit', unit: 'minute', unitDisplay: 'long' }),
    /** `90 min` */
    minutesShort: (count: number) =>
      number(count, { style: 'unit', unit: 'minute', unitDisplay: 'short' }),
    /** `22 MB` */
    bytes(count: number): string {
      const { value, options } = inUnit(count)
      return number(value, options)
    },
    /** `1,234.5` */
    number: (value: number) => number(value, { maximumFractionDigits: 2 }),
    /** @param amount in the currency's minor unit, as in the API */
    money: (amount: number, currency: string) => money(amount, currency, minorUnitDigits(currency)),
    /** `$895,000`: without zero cents */
    price(amount: number, currency: string): string {
      const digits = minorUnitDigits(currency)
      return money(amount, currency, amount % 10 ** digits === 0 ? 0 : digits)
    },
    /** `1,850 sq ft` */
    size: (size: number, unit: keyof typeof SIZE_UNIT_SIGNS) =>
      `${number(size, {})} ${SIZE_UNIT_SIGNS[unit]}`,
    /** `4.2 km`, or miles for those who measure in feet */
    distance(kilometers: number, sizeUnit: keyof typeof SIZE_UNIT_SIGNS): string {
      const isMetric = sizeUnit === 'SQM'
      const value = isMetric ? kilometers : kilometers / KILOMETERS_PER_MILE
      const unit = isMetric ? 'kilometer' : 'mile'
      return number(value, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 })
    },
    /** `12.5%` */
    percent: (basisPoints: number) =>
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
