import { createHash } from 'node:crypto'
import { type Database, type Transaction, withoutJit } from '@mediajobs/db'
import { context, propagation } from '@opentelemetry/api'
import pg from 'pg'
import { type Db, PgBoss } from 'pg-boss'
import { dropQueueKey } from './drop-queue-key.ts'

/** The queue of webhook deliveries that are due. */
export const WEBHOOK_QUEUE = 'webhook-deliveries'
/** The schema of pg-boss's tables. */
export const QUEUE_SCHEMA = 'pgboss'
/** The channel of the notifications that there is new work. Its payload is the kind; without one it is `jobs`. */
export const WAKE_CHANNEL = 'webhook_jobs'
/** What a dispatcher does: it runs jobs of the queue, and bulk imports. */
export const NEW_WORK = ['jobs', 'imports'] as const
export type NewWork = (typeof NEW_WORK)[number]

/** pg-boss fetches the higher priority first: a retry never delays a first attempt. */
export const FIRST_ATTEMPT_PRIORITY = 1
const RETRY_PRIORITY = 0

/** The data of a job: the delivery that is due, and the number of the attempt (1 is the first). */
export interface WebhookJob {
  organizationId: string
  deliveryId: string
  attempt: number
  /** The span that published the event, as a W3C `traceparent`. Absent when nothing is traced. */
  traceparent?: string
}

/** A job to be written, with its subscription: a dispatcher shares its slots among subscriptions. */
export interface NewWebhookJob extends WebhookJob {
  subscriptionId: string
  /** Seconds from now, on the database's clock. */
  startAfterSeconds?: number
}

// pg-boss retries a job only after a crash. A crash must not use up an attempt of the delivery, so the limit
// is never reached.
const CRASH_RETRIES = 1_000_000
/** A dispatcher renews the lease of its jobs well within this time. pg-boss accepts no less than 10 s. */
export const HEARTBEAT_SECONDS = 10
// Longer than any POST. It only ends a job whose dispatcher still runs and lost the job.
const EXPIRE_SECONDS = 120
// The attempts are in our own tables; finished jobs only make the queue's table large.
const DELETE_AFTER_SECONDS = 3_600
// pg-boss deletes a job that waits for longer than this. The longest retry delay by default is hours.
const RETENTION_SECONDS = 30 * 86_400

/** Installs or upgrades pg-boss and its queues at `databaseUrl`. Several calls may run at once. */
export async function installQueues(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'migrate',
    max: 1,
    onConnect: withoutJit,
  })
  pool.on('error', () => {})
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: QUEUE_SCHEMA,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  try {
    await boss.start()
    const policy = {
      retryLimit: CRASH_RETRIES,
      retryDelay: 0,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: EXPIRE_SECONDS,
      deleteAfterSeconds: DELETE_AFTER_SECONDS,
      retentionSeconds: RETENTION_SECONDS,
    }
    await boss.createQueue(WEBHOOK_QUEUE, { ...policy, partition: true, notify: false })
    await dropQueueKey(pool, QUEUE_SCHEMA, WEBHOOK_QUEUE)
  } finally {
    await boss.stop({ graceful: false }).catch(() => {})
    await pool.end()
  }
}

/** Writes jobs in the caller's transaction, and runs none. */
export interface WebhookQueue {
  insert(tx: Transaction, jobs: readonly NewWebhookJob[]): Promise<void>
  /** Deletes jobs, waiting or fetched. A dispatcher that has fetched such a job writes no outcome for it. */
  discard(tx: Transaction, jobs: readonly WebhookJob[]): Promise<void>
  close(): Promise<void>
}

/** Opens the queue for writing. It must be installed. Its settings are read through `database`. */
export async function openWebhookQueue(database: Database): Promise<WebhookQueue> {
  const boss = new PgBoss({
    db: readThrough(database),
    schema: QUEUE_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  // Fills pg-boss's cache: a look-up of the queue during a transaction would need a second connection.
  await boss.getQueue(WEBHOOK_QUEUE)
  return {
    async insert(tx, jobs) {
      const traceparent = activeTraceparent()
      // A retry already has the traceparent of its event.
      const trace = traceparent === null ? {} : { traceparent }
      const rows = jobs.map((job) => toJobInsert({ ...trace, ...job }))
      await boss.insert(WEBHOOK_QUEUE, rows, { db: { executeSql: writeThrough(tx) } })
    },
    async discard(tx, jobs) {
      const ids = jobs.map(({ deliveryId, attempt }) => webhookJobId(deliveryId, attempt))
      await boss.deleteJob(WEBHOOK_QUEUE, ids, { db: { executeSql: writeThrough(tx) } })
    },
    close: () => boss.stop({ graceful: false }),
  }
}

/** The active span as a W3C `traceparent`; null when nothing is traced. */
export function activeTraceparent(): string | null {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/**
 * A job's id is a hash of its delivery and attempt, so that two writers cannot make two jobs for one
 * attempt: pg-boss skips an id that it has. {@link WEBHOOK_JOB_ID} computes the same id in SQL. A test of
 * the dispatcher (`queue/pgboss-sql.test.ts`) compares the two.
 */
export function webhookJobId(deliveryId: string, attempt: number): string {
  const hex = createHash('sha256').update(`${deliveryId}:${attempt}`).digest('hex')
  const [, a, b, c, d, e] = /^(.{8})(.{4})(.{4})(.{4})(.{12})/.exec(hex) ?? []
  return `${a}-${b}-${c}-${d}-${e}`
}

/** SQL: the id of the job for the next attempt of the row `delivery` of `webhook_deliveries`. */
export const WEBHOOK_JOB_ID = `encode(substr(sha256(convert_to(
    delivery.id::text || ':' || (delivery.attempts + 1)::text, 'UTF8')), 1, 16), 'hex')::uuid`

/** A job as pg-boss takes it. */
function toJobInsert(job: NewWebhookJob) {
  const { subscriptionId, startAfterSeconds, ...data } = job
  return {
    id: webhookJobId(job.deliveryId, job.attempt),
    data,
    group: { id: subscriptionId },
    priority: job.attempt === 1 ? FIRST_ATTEMPT_PRIORITY : RETRY_PRIORITY,
    ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
  }
}

// pg-boss sends its SQL unnamed. To parse and plan it each time costs more than to run it, so this sends a
// prepared statement.
function writeThrough(tx: Transaction): Db['executeSql'] {
  return async (text, values) => ({ rows: await tx.query(text, values as string[]) })
}

function readThrough({ pool }: Database): Db {
  return {
    // pg-boss expects the driver's own types, not the pool's.
    executeSql: (text, values) => pool.query({ text, values: values ?? [], types: pg.types }),
  }
}
