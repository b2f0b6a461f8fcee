import { type Connection, type Database, statementName } from '@mediajobs/db'
import {
  GIVE_BACK,
  HEARTBEAT_SECONDS,
  QUEUE_SCHEMA,
  WEBHOOK_QUEUE,
  type WebhookJob,
} from '@mediajobs/outbox'
import pg from 'pg'
import { type Db, PgBoss } from 'pg-boss'

/**
 * One fetch of a job. Each fetch of the same job has another `retryCount`, so a statement that names both can't touch a
 * job that another dispatcher has fetched since.
 */
interface JobFetch {
  readonly id: string
  readonly retryCount: number
}

/** A job that this process has fetched. */
export interface FetchedJob extends WebhookJob, JobFetch {
  readonly subscriptionId: string
  /** How many earlier fetches ended without an outcome: the dispatcher died or lost the lease. */
  readonly deaths: number
}

/** A fetched job in memory, until its outcome is written or it's given back. */
export interface HeldJob extends FetchedJob {
  /** Milliseconds on the monotonic clock. */
  readonly heldSinceMs: number
  /**
   * Milliseconds on the monotonic clock. Until then, no other dispatcher can fetch the job. Each heartbeat extends it.
   */
  leaseEndsAtMs: number
}

/**
 * When a lease ends that was taken or renewed by a statement sent at `sentAtMs`: a second before it ends in the
 * database, because a POST starts slightly after its lease is checked.
 */
export function leaseEndMs(sentAtMs: number): number {
  return sentAtMs + (HEARTBEAT_SECONDS - 1) * 1_000
}

/** The queue as the dispatcher uses it. All calls but `fetch` ignore jobs whose lease has ended. */
export interface JobQueue {
  /** Fetches up to `limit` jobs that are due, first attempts first, without `exceptSubscriptions`. */
  fetch(limit: number, exceptSubscriptions: string[]): Promise<FetchedJob[]>
  /** Renews the leases of jobs. Returns the ids of the jobs that this process still owns. */
  touch(jobs: readonly JobFetch[]): Promise<Set<string>>
  /** Gives jobs back. Any dispatcher may fetch them after the delay. */
  giveBack(jobs: readonly JobFetch[], delaySeconds: number): Promise<void>
  close(): Promise<void>
}

/** A job as it is in the queue. */
export interface QueuedJob extends JobFetch {
  groupId?: string | null
  data: WebhookJob & {
    /** How many of its fetches ended with a give-back. */
    givenBack?: number
  }
}

// Every job that the service writes has a subscription. One of another origin has nothing to post.
const NO_SUBSCRIPTION = '00000000-0000-0000-0000-000000000000'

// The leases of a dead dispatcher end after HEARTBEAT_SECONDS. The supervisor's next pass sees that.
const SUPERVISE_SECONDS = 2
const MONITOR_SECONDS = 4
const MAINTENANCE_SECONDS = 300

/**
 * Opens the queue and starts its supervisor, which requeues the jobs of all dispatchers whose lease has ended.
 *
 * @throws while the database is unreachable or the queue isn't installed.
 */
export async function openJobQueue(
  database: Database,
  onError: (error: Error) => void,
  onWarning: (message: string) => void,
): Promise<JobQueue> {
  const prepared = preparedOn(database.pool)
  // A crash of PostgreSQL may undo a fetch. The job is then fetched again, and `Slots.admit` recognizes it.
  const fetching = preparedOn(database.unflushed)
  const boss = new PgBoss({
    db: supervisedOn(database.pool),
    schema: QUEUE_SCHEMA,
    migrate: false,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    // With a limit, it would warn of a backlog on every pass. `webhook_oldest_due_seconds` shows a backlog.
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
      const jobs = await boss.fetch<QueuedJob['data']>(WEBHOOK_QUEUE, options)
      return jobs.map(toFetchedJob)
    },
    async touch(jobs) {
      const fences = jobs.map(({ id, retryCount }) => ({ id, retryCount }))
      return touchedIds(await boss.touch(WEBHOOK_QUEUE, fences, { db: prepared }))
    },
    async giveBack(jobs, delaySeconds) {
      const pairs = jobs.map(({ id, retryCount }) => `${id}:${retryCount}`)
      await prepared.executeSql(GIVE_BACK, [pairs, delaySeconds])
    },
    close: () => boss.stop({ graceful: false }),
  }
}

/** Parsed from a row of the queue. */
export function toFetchedJob({ id, retryCount, groupId, data }: QueuedJob): FetchedJob {
  const { organizationId, deliveryId, attempt, traceparent, givenBack = 0 } = data
  const job = {
    id,
    retryCount,
    subscriptionId: groupId ?? NO_SUBSCRIPTION,
    organizationId,
    deliveryId,
    attempt,
    deaths: retryCount - givenBack,
  }
  return traceparent === undefined ? job : { ...job, traceparent }
}

// pg-boss returns the ids that a fenced call has reached, but its types don't say so.
function touchedIds(response: object): Set<string> {
  if (!('settled' in response) || !Array.isArray(response.settled)) {
    throw new Error('pg-boss did not return the jobs that it has touched')
  }
  return new Set(response.settled)
}

function supervisedOn(connection: Connection): Db {
  const { executeSql } = preparedOn(connection)
  return {
    // Its scripts have several statements and no values, and can't be prepared.
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
