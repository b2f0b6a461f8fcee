// SQL text with only the filters in use. PostgreSQL plans each report for its values, because one customer and a whole
// year need different plans.
import type { Sql, SqlValue } from '@mediajobs/db'
import { isAdditional } from '@mediajobs/db/schema'
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

/** A report's rows, and the time zone of their days. */
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

export interface ReportFilters {
  technicianId?: string | undefined
  editorId?: string | undefined
  customerId?: string | undefined
}

/** A statement's parameters. The organization is `$1`. */
export class Values {
  readonly list: SqlValue[]

  constructor(orgId: string) {
    this.list = [orgId]
  }

  /** The placeholder of `value`. */
  of(value: SqlValue): string {
    return `$${this.list.push(value)}`
  }

  query<Row extends object>(sql: Sql, text: string): Promise<Row[]> {
    return sql.queryOnce<Row>(text, this.list)
  }
}

/** SQL: whether an instant is in the period, and its bucket number from 1. */
export function within(values: Values, { bounds }: Buckets, column: string) {
  const [first = '', last = ''] = [bounds[0], bounds.at(-1)]
  return {
    isWithin: `${column} >= ${values.of(first)}::timestamptz and ${column} < ${values.of(last)}::timestamptz`,
    bucket: `width_bucket(${column}, ${values.of(bounds)}::timestamptz[])`,
  }
}

/**
 * SQL: whether a project matches the filters; empty without any. Everyone with one of its appointments that
 * isn't CANCELLED counts as its technician. docs/contract.md#c25-filters
 */
export function isChosen(
  values: Values,
  { technicianId, editorId, customerId }: ReportFilters,
  column: string,
): string {
  const conditions = [
    customerId !== undefined && `customer_id = ${values.of(customerId)}`,
    editorId !== undefined && `editor_id = ${values.of(editorId)}`,
    technicianId !== undefined && ofTechnician(values.of(technicianId)),
  ].filter((each) => each !== false)
  if (conditions.length === 0) return ''
  return `and ${column} in (
    select id from projects where organization_id = $1 and ${conditions.join(' and ')})`
}

function ofTechnician(id: string): string {
  return `id in (
    select id from projects where organization_id = $1 and technician_id = ${id}
    union all
    select project_id from project_visits as v
    where organization_id = $1 and technician_id = ${id} and ${isAdditional('v')})`
}

/** One value per bucket, from sparse rows. */
export function inBuckets<Row extends { bucket: number }, Filled>(
  { buckets }: Buckets,
  rows: readonly Row[],
  fill: (row: Omit<Row, 'bucket'> | undefined) => Filled,
): (Buckets['buckets'][number] & Filled)[] {
  const byBucket = new Map(rows.map(({ bucket, ...row }) => [bucket, row]))
  return buckets.map((days, n) => ({ ...days, ...fill(byBucket.get(n + 1)) }))
}

/** To the hundredth. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
