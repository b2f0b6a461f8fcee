// SQL text with only the filters in use. PostgreSQL plans each report for its values, because one customer and a whole
// year need different plans.
import type { Sql, SqlValue } from '@mediajobs/db'
import { isAdditional } from '@mediajobs/db/schema'
import type { Buckets } from './period.ts'

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
