import { createHash } from 'node:crypto'
import { type Database, type Transaction, withoutJit } from '@mediajobs/db'
import { context, propagation } from '@opentelemetry/api'
import pg from 'pg'
import { type Db, PgBoss } from 'pg-boss'

/** The queue of webhook deliveries that are due. */
export const WEBHOOK_QUEUE = 'webhook-deliveries'
/** The schema that pg-boss keeps its tables in. */
export const QUEUE_SCHEMA = 'pgboss'
/** The channel on which a dispatcher hears that new jobs are there. */
export const WAKE_CHANNEL = 'webhook_jobs'

/** pg-boss fetches the higher priority first: a retry never delays a first try. */
export const FIRST_TRY_PRIORITY = 1
const RETRY_PRIORITY = 0

/** What a job says: which delivery is due, and which try this is (1 is the first). */
export interface WebhookJob {
  organizationId: string
  deliveryId: string
  attempt: number
  /** Where the event was published, as W3C Trace Context has it; absent when nothing is traced. */
  traceparent?: string
}

/** A job to be written, with the subscription that it is for: slots are shared out by it. */
export interface NewWebhookJob extends WebhookJob {
  subscriptionId: string
  /** Seconds from now, on the database's clock. */
  startAfterSeconds?: number
}

// Crashes are all that pg-boss retries, and none of them may use up one of the customer's tries.
const CRASH_RETRIES = 1_000_000
/** A dispatcher touches its jobs well within this; 10 s is the least that pg-boss takes. */
export const HEARTBEAT_SECONDS = 10
// The POST ends after 10 s; this only ends a job whose dispatcher lives and lost it.
const EXPIRE_SECONDS = 120
// Our own log keeps the history; finished jobs only make the queue's table large.
const DELETE_AFTER_SECONDS = 3_600
// pg-boss deletes a job that waits for longer than this; the longest retry delay is hours.
const RETENTION_SECONDS = 30 * 86_400

/** Installs or upgrades pg-boss and its queues at `databaseUrl`; several at once are safe. */
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
  } finally {
    await boss.stop({ graceful: false }).catch(() => {})
    await pool.end()
  }
}

/** Writes jobs in the caller's transaction; runs none. */
export interface WebhookQueue {
  insert(tx: Transaction, jobs: readonly NewWebhookJob[]): Promise<void>
  /** Deletes jobs, whether they wait or a dispatcher has them; it hears of that and lets them be. */
  discard(tx: Transaction, jobs: readonly WebhookJob[]): Promise<void>
  close(): Promise<void>
}

/** Opens the queue for writing. It must be installed; its settings are read through `database`. */
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
  // Warm: a look-up of the queue in the middle of a transaction would be a second connection.
  await boss.getQueue(WEBHOOK_QUEUE)
  return {
    async insert(tx, jobs) {
      const trace = activeTrace()
      // A retry has the traceparent of its event already.
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

/** The active span, as a job carries it; nothing while nothing is traced. */
function activeTrace(): { traceparent?: string } {
  const carrier: { traceparent?: string; tracestate?: string } = {}
  propagation.inject(context.active(), carrier)
  const { traceparent } = carrier
  return traceparent === undefined ? {} : { traceparent }
}

/**
 * A job's id follows from its delivery and attempt, so that two writers cannot make two jobs for one
 * attempt: pg-boss skips an id that it has. {@link WEBHOOK_JOB_ID} computes the same id in SQL, and a
 * test of the dispatcher (`queue/pgboss-sql.test.ts`) holds the two together.
 */
export function webhookJobId(deliveryId: string, attempt: number): string {
  const hex = createHash('sha256').update(`${deliveryId}:${attempt}`).digest('hex')
  const [, a, b, c, d, e] = /^(.{8})(.{4})(.{4})(.{4})(.{12})/.exec(hex) ?? []
  return `${a}-${b}-${c}-${d}-${e}`
}

/** The id of the job for the next attempt of the row `delivery` of `webhook_deliveries`. */
export const WEBHOOK_JOB_ID = `encode(substr(sha256(convert_to(
    delivery.id::text || ':' || (delivery.attempts + 1)::text, 'UTF8')), 1, 16), 'hex')::uuid`

/** A job as pg-boss takes it. */
function toJobInsert(job: NewWebhookJob) {
  const { subscriptionId, startAfterSeconds, ...data } = job
  return {
    id: webhookJobId(job.deliveryId, job.attempt),
    data,
    group: { id: subscriptionId },
    priority: job.attempt === 1 ? FIRST_TRY_PRIORITY : RETRY_PRIORITY,
    ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
  }
}

// pg-boss sends its SQL unnamed, and parsing and planning it costs more than the work it does.
function writeThrough(tx: Transaction): Db['executeSql'] {
  return async (text, values) => ({ rows: await tx.query(text, values as string[]) })
}

function readThrough({ pool }: Database): Db {
  return {
    // pg-boss expects the driver's own types, not the pool's.
    executeSql: (text, values) => pool.query({ text, values: values ?? [], types: pg.types }),
  }
}
