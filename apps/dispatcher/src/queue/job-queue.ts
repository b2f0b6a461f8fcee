import { type Connection, type Database, statementName, withoutJit } from '@mediajobs/db'
import {
  fetchJobs,
  HEARTBEAT_SECONDS,
  NEW_WORK,
  type NewWork,
  QUEUE_SCHEMA,
  REQUEUE_LAPSED,
  RETURN_JOBS,
  WAKE_CHANNEL,
  WEBHOOK_QUEUE,
  type WebhookJob,
} from '@mediajobs/outbox'
import type { FaultLog } from '@mediajobs/runtime'
import pg from 'pg'
import { type Db, PgBoss } from 'pg-boss'

/**
 * One fetch of a job. Each fetch has a different `retryCount`, so a statement that names both can't touch a job that another
 * dispatcher has fetched since.
 */
interface JobFetch {
  readonly id: string
  readonly retryCount: number
}

/** A job fetched by this process. */
export interface FetchedJob extends WebhookJob, JobFetch {
  readonly subscriptionId: string
  /** Earlier fetches without an outcome: the dispatcher died or lost the lease. */
  readonly deaths: number
}

/** A fetched job in memory, until its outcome is written or it's released. */
export interface HeldJob extends FetchedJob {
  /** On the monotonic clock. */
  readonly heldSinceMs: number
  /** On the monotonic clock. Until then, no other dispatcher can fetch the job. Heartbeats extend it. */
  leaseEndsAtMs: number
}

/**
 * When a lease taken or renewed by a statement sent at `sentAtMs` ends here: a second before it ends in the database,
 * because a POST starts slightly after its lease is checked.
 */
export function leaseEndMs(sentAtMs: number): number {
  return sentAtMs + (HEARTBEAT_SECONDS - 1) * 1_000
}

/** `touch` and `returnJobs` ignore jobs that have been requeued or fetched since. */
export interface JobQueue {
  /** Fetches up to `limit` due jobs, first attempts first, except those of `exceptSubscriptions`. */
  fetch(limit: number, exceptSubscriptions: string[]): Promise<FetchedJob[]>
  /** Renews leases. Returns the ids of jobs that this process still owns. */
  touch(jobs: readonly JobFetch[]): Promise<Set<string>>
  /** Any dispatcher may fetch the jobs after the delay. */
  returnJobs(jobs: readonly JobFetch[], delaySeconds: number): Promise<void>
  /** Requeues jobs whose lease has ended, of any dispatcher. */
  requeueLapsed(): Promise<void>
  close(): Promise<void>
}

export interface QueuedJob extends JobFetch {
  groupId?: string | null
  data: WebhookJob & {
    /** How many fetches returned the job to the queue. */
    givenBack?: number
  }
}

// All our jobs have a subscription. A job without one has nothing to post.
const NO_SUBSCRIPTION = '00000000-0000-0000-0000-000000000000'

// For jobs that a live dispatcher lost, and those ended by an operator. A pass takes ten statements.
const SUPERVISE_SECONDS = 60
const MAINTENANCE_SECONDS = 300
// No job depends on another. By default, pg-boss looks for such jobs every 5 s, which takes a commit.
const FLOW_SECONDS = 86_400

/**
 * Opens the queue and starts its supervisor.
 *
 * @throws if the database is unreachable, or the queue has another schema version
 */
export async function openJobQueue(
  database: Database,
  onError: (error: Error) => void,
  onWarning: (message: string) => void,
): Promise<JobQueue> {
  const prepared = preparedOn(database.pooled)
  const boss = new PgBoss({
    db: supervisedOn(database.pooled),
    schema: QUEUE_SCHEMA,
    migrate: false,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    flowIntervalSeconds: FLOW_SECONDS,
    // With a limit, it would warn of a backlog on every pass. `webhook_oldest_due_seconds` shows a backlog.
    warningQueueSize: Number.MAX_SAFE_INTEGER,
  })
  boss.on('error', onError)
  boss.on('warning', ({ message }) => onWarning(message))
  try {
    await boss.start()
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
  return {
    async fetch(limit, exceptSubscriptions) {
      // A crash of PostgreSQL may undo a fetch. The job is then fetched again, and `Slots.admit` recognizes it.
      const jobs = await database.sql.query<QueuedJob>(fetchJobs(limit), [exceptSubscriptions])
      return jobs.map(toFetchedJob)
    },
    async touch(jobs) {
      const fences = jobs.map(({ id, retryCount }) => ({ id, retryCount }))
      return touchedIds(await boss.touch(WEBHOOK_QUEUE, fences, { db: prepared }))
    },
    async returnJobs(jobs, delaySeconds) {
      const pairs = jobs.map(({ id, retryCount }) => `${id}:${retryCount}`)
      await prepared.executeSql(RETURN_JOBS, [pairs, delaySeconds])
    },
    async requeueLapsed() {
      await prepared.executeSql(REQUEUE_LAPSED, [])
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

// Missing from pg-boss's types.
function touchedIds(response: object): Set<string> {
  if (!('settled' in response) || !Array.isArray(response.settled)) {
    throw new Error('pg-boss did not return the jobs it touched')
  }
  return new Set(response.settled)
}

function supervisedOn(connection: Connection): Db {
  const { executeSql } = preparedOn(connection)
  return {
    // Scripts of several statements can't be prepared. They have no values.
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

// pg-boss expects the driver's default parsers, not the pool's.
function withDriverTypes(text: string, values: unknown[] = []) {
  return { text, values, types: pg.types }
}

interface JobListener {
  close(): Promise<void>
}

interface JobListenerOptions {
  databaseUrl: string
  faults: FaultLog
  /** Called when there is new work, and after each connect: notifications may have been missed. */
  wake: Readonly<Record<NewWork, () => void>>
}

const LISTENING = 'listening for new jobs'
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 2_000
// Detects a dead connection. Until then, the poll finds new jobs.
const PROBE_MS = 10_000
const RESPONSE_TIMEOUT_MS = 3_000

/**
 * Listens for new work on a separate connection, and reconnects with backoff. A lost notification only delays work until
 * the next poll.
 */
export function listenForJobs({ databaseUrl, faults, wake }: JobListenerOptions): JobListener {
  let closed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = FIRST_RETRY_MS

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'dispatcher listener',
      connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
      query_timeout: RESPONSE_TIMEOUT_MS,
      keepAlive: true,
    })
    client = fresh
    fresh.on('error', (error) => reconnect(fresh, error))
    fresh.on('end', () => reconnect(fresh, new Error('the connection has ended')))
    fresh.on('notification', ({ payload }) =>
      wake[NEW_WORK.find((work) => work === payload) ?? 'jobs'](),
    )
    try {
      await fresh.connect()
      await withoutJit(fresh)
      await fresh.query(`listen ${WAKE_CHANNEL}`)
    } catch (error) {
      reconnect(fresh, error)
      return
    }
    if (client !== fresh) return
    retryMs = FIRST_RETRY_MS
    faults.worked(LISTENING)
    probeLater(fresh)
    for (const work of NEW_WORK) wake[work]()
  }

  function probeLater(probed: pg.Client): void {
    timer = setTimeout(async () => {
      try {
        await probed.query('select 1')
        if (client === probed) probeLater(probed)
      } catch (error) {
        reconnect(probed, error)
      }
    }, PROBE_MS)
  }

  function reconnect(broken: pg.Client, error: unknown): void {
    if (client !== broken) return
    client = undefined
    clearTimeout(timer)
    broken.end().catch(() => {})
    if (closed) return
    faults.failed(LISTENING, error)
    timer = setTimeout(() => void connect(), retryMs)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }

  void connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      const open = client
      client = undefined
      await open?.end().catch(() => {})
    },
  }
}
