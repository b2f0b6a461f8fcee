// What: one statement fetches new jobs and reads their deliveries with all that the POSTs need.
// Why: a live event is fetched alone. A fetch and then a read cost two round trips, and the fetch was a transaction of
//   three statements.
// Measured: docs/performance.md, "A live event".
// To remove: fetch with `JobQueue.fetch` at each wake, and delete this file. Every job is then read when it starts.
import type { Sql } from '@mediajobs/db'
import type { FetchedJob } from '../queue/job.ts'
import { type QueuedJob, toFetchedJob } from '../queue/job-queue.ts'
import { fetchNewJobs } from '../queue/pgboss-sql.ts'
import { attemptKey, type DueJob, type DueRow, dueJobsOf, selectDue } from './due-delivery.ts'

/** A job that was just fetched, with its delivery if that was read too. */
export interface NewJob extends FetchedJob {
  /** Undefined: read it when the job starts. */
  readonly found?: DueJob | undefined
}

interface Row extends Partial<DueRow> {
  jobId: string
  retryCount: number
  groupId: string | null
  jobData: QueuedJob['data']
}

/**
 * Fetches at most `limit` first attempts of the last two seconds, without `exceptSubscriptions`. A wake announces
 * these. A job has no delivery here if its subscription is off, or if it has nothing to post.
 *
 * @param limit part of the statement's text: use few different ones
 * @param inlineBytes data of at most this size are read too
 */
export async function fetchDue(
  sql: Sql,
  limit: number,
  exceptSubscriptions: string[],
  inlineBytes: number,
): Promise<NewJob[]> {
  const rows = await sql.query<Row>(statementFor(limit), [exceptSubscriptions, inlineBytes])
  const dues = dueJobsOf(rows.filter(isFound).map(dueRowOf))
  return rows.map(({ jobId, retryCount, groupId, jobData }) => {
    const job = toFetchedJob({ id: jobId, retryCount, groupId, data: jobData })
    return { ...job, found: dues.get(attemptKey(job)) }
  })
}

function isFound(row: Row): row is Row & DueRow {
  return row.isLive != null
}

function dueRowOf({ jobId, retryCount, groupId, jobData, ...row }: Row & DueRow): DueRow {
  return row
}

const statements = new Map<number, string>()

function statementFor(limit: number): string {
  let statement = statements.get(limit)
  if (!statement) {
    statement = makeStatement(limit)
    statements.set(limit, statement)
  }
  return statement
}

function makeStatement(limit: number): string {
  const due = selectDue(
    `(
      select (data ->> 'organizationId')::uuid as organization_id,
        (data ->> 'deliveryId')::uuid as delivery_id,
        group_id::uuid as subscription_id, (data ->> 'attempt')::int as attempt
      from fetched
    ) as job`,
    '$2',
  )
  return `
    with ${fetchNewJobs(limit)}, ${due}
    select fetched.id as "jobId", fetched.retry_count as "retryCount", fetched.group_id as "groupId",
      fetched.data as "jobData", due.*
    from fetched left join due on due."deliveryId" = (fetched.data ->> 'deliveryId')::uuid`
}
