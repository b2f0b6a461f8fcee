import type { Sql } from '@mediajobs/db'
import { bucketsOf, type Days, type Period, type Report } from './period.ts'
import { inBuckets, isChosen, type ReportFilters, rounded, Values, within } from './statement.ts'

interface Revisions {
  deliveries: number
  /** The number of these deliveries that came back. */
  returned: number
  /** From 0 to 1, rounded to four decimals. Null without deliveries. */
  returnedShare: number | null
  /** Delivered in the bucket. */
  jobs: number
  /** Rounded to two decimals. Null without jobs. */
  roundsPerJob: number | null
}

/**
 * How many client deliveries came back, by the time of the delivery.
 *
 * @throws {OperationError} `invalid` for a period that is reversed or too long.
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
