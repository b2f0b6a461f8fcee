import type { Sql } from '@mediajobs/db'
import { MAX_REPORT_BUCKETS, type REPORT_STEPS } from '@mediajobs/domain'
import { timeZoneOf } from '../invoices/project-price.ts'
import { invalid } from '../shared/errors.ts'
import { startsOfDays } from '../working-hours.ts'

/** Calendar days in the organization's time zone, both included. */
export interface Days {
  from: string
  to: string
}

export interface Period extends Days {
  /** Default: one bucket. */
  by?: (typeof REPORT_STEPS)[number]
}

/** The rows of a report, and the time zone of their days. */
export interface Report<Row> {
  timeZone: string
  data: Row[]
}

/** A period in buckets. */
export interface Buckets {
  timeZone: string
  /** The first and the last bucket are clipped to the period. */
  buckets: Days[]
  /** Where the buckets begin, and where the last one ends. */
  bounds: string[]
}

const DAY_MS = 86_400_000

/** @throws {OperationError} `invalid` for a reversed period or too many buckets. */
export async function bucketsOf(sql: Sql, orgId: string, period: Period): Promise<Buckets> {
  const starts = startsOf(period)
  const timeZone = await timeZoneOf(sql, orgId)
  const end = Date.parse(period.to) + DAY_MS
  return {
    timeZone,
    buckets: starts.map((start, n) => ({
      from: dayOf(start),
      to: dayOf((starts[n + 1] ?? end) - DAY_MS),
    })),
    bounds: startsOfDays([...starts, end], timeZone),
  }
}

/** The first days of the buckets, as midnights in UTC. */
function startsOf({ from, to, by }: Period): number[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  if (first > last) throw invalid('to', 'too_small', 'must not be before from')
  const starts = [first]
  if (by === undefined) return starts
  for (let next = after(first, by); next <= last; next = after(next, by)) {
    if (starts.length === MAX_REPORT_BUCKETS) {
      const unit = { DAY: 'days', WEEK: 'weeks', MONTH: 'months' }[by]
      const message = `must be closer to from: at most ${MAX_REPORT_BUCKETS} ${unit}`
      throw invalid('to', 'too_large', message)
    }
    starts.push(next)
  }
  return starts
}

/** The start of the next bucket: the next day, Monday or first of a month. */
function after(day: number, by: NonNullable<Period['by']>): number {
  if (by === 'DAY') return day + DAY_MS
  const date = new Date(day)
  // Monday is 1. From Sunday (0) it is the next day.
  if (by === 'WEEK') return day + (7 - ((date.getUTCDay() + 6) % 7)) * DAY_MS
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
