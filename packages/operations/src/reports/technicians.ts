import type { Sql } from '@mediajobs/db'
import { isAdditional } from '@mediajobs/db/schema'
import { DEFAULT_SHOOT_MINUTES, MAX_REPORT_ROWS } from '@mediajobs/domain'
import { bucketsOf, type Days, type Period, type Report } from './period.ts'
import { tooManyRows } from './revenue.ts'
import { type ReportFilters, rounded, Values, within } from './statement.ts'

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
 * Appointments per technician by start, future and canceled ones included. Only technicians
 * with an appointment have a row, by name.
 *
 * @throws {OperationError} `invalid` for a period that is reversed or too long, or with too many rows.
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
