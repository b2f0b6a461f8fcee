import { type Connection, type Database, statementName } from '@mediajobs/db'
import { QUEUE_SCHEMA, WEBHOOK_QUEUE, type WebhookJob } from '@mediajobs/outbox'
import pg from 'pg'
import { type Db, PgBoss } from 'pg-boss'
import type { FetchedJob, JobFetch } from './job.ts'
import { mustRunAlone } from './must-run-alone.ts'
import { fetchNewJobs, GIVE_BACK, MARK_ALONE } from './pgboss-sql.ts'

/** The queue as the dispatcher uses it. Every call but a fetch passes over jobs that have lapsed. */
export interface JobQueue {
  /** At most `limit` jobs that are due, first tries first, none of `exceptSubscriptions`. */
  fetch(limit: number, exceptSubscriptions: string[]): Promise<FetchedJob[]>
  /** The same, but only first tries of the last two seconds: those that a wake is about. */
  fetchNew(limit: number, exceptSubscriptions: string[]): Promise<FetchedJob[]>
  /** Prolongs the claims on jobs. Returns the ids of the jobs that are still this process's. */
  touch(jobs: readonly JobFetch[]): Promise<Set<string>>
  /** Gives jobs back. Any dispatcher may fetch them at once, or later if they must run alone. */
  giveBack(jobs: readonly FetchedJob[]): Promise<void>
  /** Writes whether a job runs alone from now on. False when it is no longer this process's. */
  markAlone(job: JobFetch, isAlone: boolean): Promise<boolean>
  close(): Promise<void>
}

/**
 * A job's data as the queue has it. The marks are in the job, so they end with it: the job of the
 * next attempt has none.
 */
interface QueuedData extends WebhookJob {
  /** How many of its fetches ended with {@link GIVE_BACK}. Every other one ended with a dispatcher. */
  givenBack?: number
  /** A dispatcher wrote this before it ran the job alone. */
  alone?: true
}

// Every job that the service writes has a subscription. For any other job nothing is found to post.
const NO_SUBSCRIPTION = '00000000-0000-0000-0000-000000000000'

// The claim of a dead dispatcher lapses after 10 s (HEARTBEAT_SECONDS). The next pass sees that.
const SUPERVISE_SECONDS = 2
const MONITOR_SECONDS = 4
const MAINTENANCE_SECONDS = 300
// Without this wait, a process that has no place for such jobs would fetch them again at once, before
// all newer jobs.
const ALONE_AGAIN_SECONDS = 5

/**
 * Opens the queue and starts its supervisor. The supervisor makes lapsed jobs of every dispatcher
 * ready to be fetched again.
 *
 * @throws while the database cannot be reached or the queue is not installed.
 */
export async function openJobQueue(
  database: Database,
  onError: (error: Error) => void,
  onWarning: (message: string) => void,
): Promise<JobQueue> {
  const prepared = preparedOn(database.pool)
  // A crash of PostgreSQL may undo a fetch. Then the job is fetched again, and `Slots.admit` knows it.
  const fetching = preparedOn(database.unflushed)
  const boss = new PgBoss({
    // The supervisor's scripts have several statements and cannot be prepared.
    db: { executeSql: (text, values) => database.pool.query(withDriverTypes(text, values)) },
    schema: QUEUE_SCHEMA,
    migrate: false,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    // It would warn at every pass. The metric `webhook_oldest_due_seconds` shows a backlog.
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
    async fetchNew(limit, exceptSubscriptions) {
      const { rows } = await fetching.executeSql(fetchNewJobs(limit), [exceptSubscriptions])
      return rows.map(toFetchedJob)
    },
    async touch(jobs) {
      return touchedIds(await boss.touch(WEBHOOK_QUEUE, fences(jobs), { db: prepared }))
    },
    async giveBack(jobs) {
      const pairs = jobs.map(({ id, retryCount }) => `${id}:${retryCount}`)
      const seconds = jobs.map((job) => (mustRunAlone(job) ? ALONE_AGAIN_SECONDS : 0))
      await prepared.executeSql(GIVE_BACK, [pairs, seconds])
    },
    async markAlone({ id, retryCount }, isAlone) {
      const { rows } = await prepared.executeSql(MARK_ALONE, [id, retryCount, isAlone])
      return rows.length > 0
    },
    close: () => boss.stop({ graceful: false }),
  }
}

interface QueuedJob extends JobFetch {
  groupId?: string | null
  data: QueuedData
}

function toFetchedJob({ id, retryCount, groupId, data }: QueuedJob): FetchedJob {
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
    throw new Error('pg-boss did not say which jobs it has touched')
  }
  return new Set(response.settled)
}

function preparedOn(connection: Connection): Db {
  return {
    executeSql: (text, values) =>
      connection.query({ ...withDriverTypes(text, values), name: statementName(text) }),
  }
}

// pg-boss expects values as the driver parses them by itself, not as the pool is set to.
function withDriverTypes(text: string, values: unknown[] = []) {
  return { text, values, types: pg.types }
}
