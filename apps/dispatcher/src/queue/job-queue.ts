import { type Connection, type Database, statementName } from '@mediajobs/db'
import { QUEUE_SCHEMA, WEBHOOK_QUEUE, type WebhookJob } from '@mediajobs/outbox'
import pg from 'pg'
import { type Db, PgBoss } from 'pg-boss'
import type { FetchedJob, JobFetch } from './job.ts'
import { mustRunAlone } from './must-run-alone.ts'
import { GIVE_BACK, MARK_ALONE } from './pgboss-sql.ts'

/** The queue as the dispatcher uses it. All calls except a fetch ignore jobs whose lease has ended. */
export interface JobQueue {
  /** Fetches at most `limit` jobs that are due, first attempts first, without `exceptSubscriptions`. */
  fetch(limit: number, exceptSubscriptions: string[]): Promise<FetchedJob[]>
  /** Renews the leases of jobs. Returns the ids of the jobs that this process still owns. */
  touch(jobs: readonly JobFetch[]): Promise<Set<string>>
  /** Gives jobs back. Any dispatcher may fetch them after the delay, or later if they must run alone. */
  giveBack(jobs: readonly FetchedJob[], delaySeconds?: number): Promise<void>
  /** Writes whether a job runs alone from now on. False when this process no longer owns it. */
  markAlone(job: JobFetch, isAlone: boolean): Promise<boolean>
  close(): Promise<void>
}

/**
 * A job's data in the queue. `givenBack` and `alone` belong to this job only: the job of the next attempt
 * begins without them.
 */
interface QueuedData extends WebhookJob {
  /** How many of its fetches ended with {@link GIVE_BACK}. The others ended with a dead dispatcher. */
  givenBack?: number
  /** A dispatcher wrote this before it ran the job alone. */
  alone?: true
}

// Every job that the service writes has a subscription. A job of another origin has nothing to post.
const NO_SUBSCRIPTION = '00000000-0000-0000-0000-000000000000'

// The leases of a dead dispatcher end after 10 s (HEARTBEAT_SECONDS). The next pass of the supervisor sees
// that.
const SUPERVISE_SECONDS = 2
const MONITOR_SECONDS = 4
const MAINTENANCE_SECONDS = 300
// Without this wait, a process that has no room for such jobs would fetch them again at once, before all
// newer jobs.
const ALONE_AGAIN_SECONDS = 5

/**
 * Opens the queue and starts its supervisor. When the lease of a job has ended, the supervisor makes the job
 * ready to be fetched again, for the jobs of all dispatchers.
 *
 * @throws while the database cannot be reached or the queue is not installed.
 */
export async function openJobQueue(
  database: Database,
  onError: (error: Error) => void,
  onWarning: (message: string) => void,
): Promise<JobQueue> {
  const prepared = preparedOn(database.pool)
  // A crash of PostgreSQL may undo a fetch. Then the job is fetched again, and `Slots.admit` recognises it.
  const fetching = preparedOn(database.unflushed)
  const boss = new PgBoss({
    db: supervisedOn(database.pool),
    schema: QUEUE_SCHEMA,
    migrate: false,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    // With a limit, it would warn of a backlog at every pass. `webhook_oldest_due_seconds` shows a backlog.
    warningQueueSize: Number.MAX_SAFE_INTEGER,
  })
  boss.on('error', onError)
  boss.on('warning', ({ message }) => onWarning(message))
  try {
    await boss.start()
    if (!(await boss.getQueue(WEBHOOK_QUEUE))) throw new Error('the queue is not installed yet')
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
  return {
    async fetch(limit, exceptSubscriptions) {
      const ignoreGroups = exceptSubscriptions.length > 0 ? exceptSubscriptions : null
      const options = { batchSize: limit, ignoreGroups, db: fetching }
      const jobs = await boss.fetch<QueuedData>(WEBHOOK_QUEUE, options)
      return jobs.map(toFetchedJob)
    },
    async touch(jobs) {
      return touchedIds(await boss.touch(WEBHOOK_QUEUE, fences(jobs), { db: prepared }))
    },
    async giveBack(jobs, delaySeconds = 0) {
      const pairs = jobs.map(({ id, retryCount }) => `${id}:${retryCount}`)
      const seconds = jobs.map((job) => (mustRunAlone(job) ? ALONE_AGAIN_SECONDS : delaySeconds))
      await prepared.executeSql(GIVE_BACK, [pairs, seconds])
    },
    async markAlone({ id, retryCount }, isAlone) {
      const { rows } = await prepared.executeSql(MARK_ALONE, [id, retryCount, isAlone])
      return rows.length > 0
    },
    close: () => boss.stop({ graceful: false }),
  }
}

/** A job as it is in the queue. */
export interface QueuedJob extends JobFetch {
  groupId?: string | null
  data: QueuedData
}

/** The job of a row of the queue. */
export function toFetchedJob({ id, retryCount, groupId, data }: QueuedJob): FetchedJob {
  const { organizationId, deliveryId, attempt, traceparent, givenBack = 0, alone } = data
  const job = {
    id,
    retryCount,
    subscriptionId: groupId ?? NO_SUBSCRIPTION,
    organizationId,
    deliveryId,
    attempt,
    deaths: retryCount - givenBack,
    ranAlone: alone === true,
  }
  return traceparent === undefined ? job : { ...job, traceparent }
}

function fences(jobs: readonly JobFetch[]): JobFetch[] {
  return jobs.map(({ id, retryCount }) => ({ id, retryCount }))
}

// pg-boss returns the ids of the jobs that a fenced call has reached, but its types do not say so.
function touchedIds(response: object): Set<string> {
  if (!('settled' in response) || !Array.isArray(response.settled)) {
    throw new Error('pg-boss did not return the jobs that it has touched')
  }
  return new Set(response.settled)
}

function supervisedOn(connection: Connection): Db {
  const { executeSql } = preparedOn(connection)
  return {
    // Its scripts have several statements and cannot be prepared. They have no values.
    executeSql: (text, values = []) =>
      values.length > 0 ? executeSql(text, values) : connection.query(withDriverTypes(text)),
  }
}

function preparedOn(connection: Connection): Db {
  return {
    executeSql: (text, values) =>
      connection.query({ ...withDriverTypes(text, values), name: statementName(text) }),
  }
}

// pg-boss expects values as the driver parses them by default, not with the parsers of the pool.
function withDriverTypes(text: string, values: unknown[] = []) {
  return { text, values, types: pg.types }
}
