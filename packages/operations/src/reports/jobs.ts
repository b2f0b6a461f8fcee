import type { Sql } from '@mediajobs/db'
import { bucketsOf, type Days, type Period, type Report } from './period.ts'
import { inBuckets, isChosen, type ReportFilters, rounded, Values, within } from './statement.ts'

interface Counts {
  booked: number
  delivered: number
  cancelled: number
}

const NO_JOBS: Counts = { booked: 0, delivered: 0, cancelled: 0 }

/**
 * Jobs booked, delivered and cancelled. Each counts once per status, when it first entered that status.
 *
 * @throws {OperationError} `invalid` for a period that is reversed or too long.
 */
export async function reportJobs(
  sql: Sql,
  orgId: string,
  { technicianId, editorId, customerId, ...period }: Period & ReportFilters,
): Promise<Report<Days & Counts>> {
  const values = new Values(orgId)
  const buckets = await bucketsOf(sql, orgId, period)
  const { isWithin, bucket } = within(values, buckets, 'changed_at')
  const chosen = isChosen(values, { technicianId, editorId, customerId }, 'project_id')
  const rows = await values.query<Counts & { bucket: number }>(
    sql,
    `select ${bucket} as bucket, count(*) filter (where to_status = 'BOOKED')::int as booked,
      count(*) filter (where to_status = 'DELIVERED')::int as delivered,
      count(*) filter (where to_status = 'CANCELLED')::int as cancelled
    from project_status_changes
    where organization_id = $1 and is_first and to_status in ('BOOKED','DELIVERED','CANCELLED')
      and ${isWithin} ${chosen}
    group by 1`,
  )
  return { timeZone: buckets.timeZone, data: inBuckets(buckets, rows, (row) => row ?? NO_JOBS) }
}

interface Turnaround {
  /** First deliveries whose shoot had begun. */
  jobs: number
  /** Rounded to two decimals. Null without jobs. */
  p50Hours: number | null
  p90Hours: number | null
}

/**
 * The hours from the end of the shoot to the first delivery. Percentiles are interpolated.
 *
 * @throws {OperationError} `invalid` for a period that is reversed or too long.
 */
export async function reportTurnaround(
  sql: Sql,
  orgId: string,
  { technicianId, editorId, customerId, ...period }: Period & ReportFilters,
): Promise<Report<Days & Turnaround>> {
  const values = new Values(orgId)
  const buckets = await bucketsOf(sql, orgId, period)
  const { isWithin, bucket } = within(values, buckets, 'changed_at')
  const chosen = isChosen(values, { technicianId, editorId, customerId }, 'project_id')
  const rows = await values.query<{ bucket: number; jobs: number; hours: [number, number] }>(
    sql,
    `select bucket, count(*)::int as jobs,
      percentile_cont(array[0.5, 0.9]) within group (order by hours) as hours
    from (
      select ${bucket} as bucket,
        greatest(extract(epoch from changed_at - shoot_ended_at)::float8 / 3600, 0) as hours
      from project_status_changes
      where organization_id = $1 and is_first and to_status = 'DELIVERED' and ${isWithin}
        and shoot_ended_at is not null ${chosen}
    ) as delivered
    group by bucket`,
  )
  const data = inBuckets(buckets, rows, (row) => ({
    jobs: row?.jobs ?? 0,
    p50Hours: row ? rounded(row.hours[0]) : null,
    p90Hours: row ? rounded(row.hours[1]) : null,
  }))
  return { timeZone: buckets.timeZone, data }
}
