import type { Sql } from '@mediajobs/db'
import { isAdditional } from '@mediajobs/db/schema'
import { DEFAULT_SHOOT_MINUTES, MAX_REPORT_ROWS } from '@mediajobs/domain'
import { tooManyRows } from './money.ts'
import {
  bucketsOf,
  type Days,
  inBuckets,
  isChosen,
  type Period,
  type Report,
  type ReportFilters,
  rounded,
  Values,
  within,
} from './statement.ts'

interface Counts {
  booked: number
  delivered: number
  cancelled: number
}

const NO_JOBS: Counts = { booked: 0, delivered: 0, cancelled: 0 }

/**
 * Jobs booked, delivered and canceled. Each counts once per status, when it first entered that status.
 *
 * @throws {OperationError} `invalid` for a reversed or overlong period.
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
 * @throws {OperationError} `invalid` for a reversed or overlong period.
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

interface Revisions {
  deliveries: number
  /** How many of these deliveries came back for revision. */
  returned: number
  /** From 0 to 1, rounded to four decimals. Null without deliveries. */
  returnedShare: number | null
  /** Delivered in the bucket. */
  jobs: number
  /** Rounded to two decimals. Null without jobs. */
  roundsPerJob: number | null
}

/**
 * How many client deliveries came back for revision, by the time of the delivery.
 *
 * @throws {OperationError} `invalid` for a reversed or overlong period.
 */
export async function reportRevisions(
  sql: Sql,
  orgId: string,
  { technicianId, editorId, customerId, ...period }: Period & ReportFilters,
): Promise<Report<Days & Revisions>> {
  const values = new Values(orgId)
  const buckets = await bucketsOf(sql, orgId, period)
  const { isWithin, bucket } = within(values, buckets, 'created_at')
  const chosen = isChosen(values, { technicianId, editorId, customerId }, 'project_id')
  // A delivery comes back at most once, so rounds and returned deliveries are the same.
  const rows = await values.query<
    { bucket: number } & Pick<Revisions, 'deliveries' | 'returned' | 'jobs'>
  >(
    sql,
    `select bucket, sum(deliveries)::int as deliveries, sum(returned)::int as returned,
      count(*)::int as jobs
    from (
      select ${bucket} as bucket, project_id, count(*) as deliveries,
        count(revision_requested_at) as returned
      from client_deliveries
      where organization_id = $1 and ${isWithin} ${chosen}
      group by 1, 2
    ) as delivered
    group by bucket`,
  )
  const data = inBuckets(buckets, rows, (row) => {
    const { deliveries, returned, jobs } = row ?? { deliveries: 0, returned: 0, jobs: 0 }
    return {
      deliveries,
      returned,
      returnedShare: row ? rounded((returned / deliveries) * 100) / 100 : null,
      jobs,
      roundsPerJob: row ? rounded(returned / jobs) : null,
    }
  })
  return { timeZone: buckets.timeZone, data }
}

interface Work {
  /** Null: unassigned. */
  technicianId: string | null
  technicianName: string | null
  shoots: number
  /** Planned hours, rounded to two decimals. */
  hours: number
  cancelled: number
}

type Row = Omit<Work, 'hours'> & { bucket: number; minutes: number }

/**
 * Appointments per technician by start, future and canceled ones included: a row for each technician with any, by name,
 * then one for the unassigned.
 *
 * @throws {OperationError} `invalid` for a reversed or overlong period, or with too many rows.
 */
export async function reportTechnicians(
  sql: Sql,
  orgId: string,
  { technicianId, editorId, customerId, ...period }: Period & ReportFilters,
): Promise<Report<Days & Work>> {
  const values = new Values(orgId)
  const buckets = await bucketsOf(sql, orgId, period)
  const own = within(values, buckets, 'p.scheduled_time')
  const visit = within(values, buckets, 'v.scheduled_time')
  const technician = technicianId === undefined ? undefined : values.of(technicianId)
  const ofProject = [
    customerId !== undefined && `and p.customer_id = ${values.of(customerId)}`,
    editorId !== undefined && `and p.editor_id = ${values.of(editorId)}`,
  ]
    .filter(Boolean)
    .join(' ')
  const chosen = (table: string) =>
    `${ofProject} ${technician ? `and ${table}.technician_id = ${technician}` : ''}`
  const visits = (condition: string, isOff: string) => `
    select ${visit.bucket}, v.technician_id, coalesce(v.duration_minutes, ${DEFAULT_SHOOT_MINUTES}), ${isOff}
    from project_visits as v
    join projects as p on p.organization_id = $1 and p.id = v.project_id
    where v.organization_id = $1 and ${condition} and ${visit.isWithin} ${chosen('v')}`
  const rows = await values.query<Row>(
    sql,
    `select bucket, technician_id as "technicianId", name as "technicianName", shoots,
      coalesce(minutes, 0) as minutes, cancelled
    from (
      select bucket, technician_id, count(*) filter (where not is_off)::int as shoots,
        sum(minutes) filter (where not is_off)::float8 as minutes,
        count(*) filter (where is_off)::int as cancelled
      from (
        select ${own.bucket} as bucket, p.technician_id,
          coalesce(p.estimated_duration, ${DEFAULT_SHOOT_MINUTES}) as minutes,
          p.status = 'CANCELLED' and not exists (
            select from project_visits as v
            where v.organization_id = $1 and v.project_id = p.id and v.is_mirrored and v.status = 'DONE'
          ) as is_off
        from projects as p
        where p.organization_id = $1 and ${own.isWithin} ${chosen('p')}
        union all
        ${visits(isAdditional('v'), `p.status = 'CANCELLED' and v.status <> 'DONE'`)}
        union all
        ${visits(`v.status = 'CANCELLED'`, 'true')}
      ) as appointments
      group by 1, 2
    ) as work
    left join memberships on memberships.organization_id = $1 and memberships.user_id = technician_id
    order by bucket, technician_id is null, name, technician_id
    limit ${MAX_REPORT_ROWS + 1}`,
  )
  if (rows.length > MAX_REPORT_ROWS) throw tooManyRows()
  const data = rows.flatMap(({ bucket, minutes, shoots, cancelled, ...of }) => {
    const days = buckets.buckets[bucket - 1]
    return days ? [{ ...days, ...of, shoots, hours: rounded(minutes / 60), cancelled }] : []
  })
  return { timeZone: buckets.timeZone, data }
}
