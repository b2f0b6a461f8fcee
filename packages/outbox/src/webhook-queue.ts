import { migrateSchema, type Transaction, withoutJit } from '@mediajobs/db'
import { context, propagation } from '@opentelemetry/api'
import pg from 'pg'
import {
  DELETE_JOBS,
  dropQueueKey,
  INSERT_JOBS,
  QUEUE_SCHEMA,
  WEBHOOK_QUEUE,
} from './pgboss-tables.ts'

/** The data of a job: the delivery that is due, and the number of the attempt (1 is the first). */
export interface WebhookJob {
  organizationId: string
  deliveryId: string
  attempt: number
  /** The span that published the event, as a W3C `traceparent`. Absent when nothing is traced. */
  traceparent?: string
}

/** A job to insert, with its subscription: a dispatcher shares its slots among subscriptions. */
export interface NewWebhookJob extends WebhookJob {
  subscriptionId: string
  /** From now, on the database's clock. */
  startAfterSeconds?: number
}

/** Writes jobs in the caller's transaction. */
export const webhookQueue = {
  async insert(tx: Transaction, jobs: readonly NewWebhookJob[]): Promise<void> {
    // A retry already has the traceparent of its event.
    const active = activeTraceparent()
    await tx.query(INSERT_JOBS, [
      jobs.map((job) => job.organizationId),
      jobs.map((job) => job.deliveryId),
      jobs.map((job) => job.subscriptionId),
      jobs.map((job) => job.attempt),
      jobs.map((job) => job.startAfterSeconds ?? 0),
      jobs.map((job) => job.traceparent ?? active),
    ])
  },
  /** Deletes jobs, waiting or fetched. A dispatcher that fetched such a job writes no outcome for it. */
  async discard(tx: Transaction, jobs: readonly WebhookJob[]): Promise<void> {
    await tx.query(DELETE_JOBS, [
      jobs.map(({ deliveryId }) => deliveryId),
      jobs.map(({ attempt }) => attempt),
    ])
  },
}

/** The active span as a W3C `traceparent`; null when nothing is traced. */
export function activeTraceparent(): string | null {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/** A dispatcher renews the lease of its jobs well within this time. pg-boss accepts no less than 10 s. */
export const HEARTBEAT_SECONDS = 10

const QUEUE = {
  // pg-boss retries a job only after a crash, which mustn't use up an attempt: the dispatcher counts both.
  retryLimit: 1_000_000,
  retryDelay: 0,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  // Longer than any POST. Ends only a job whose dispatcher still runs and lost the job.
  expireInSeconds: 120,
  // The attempts are in our own tables; finished jobs would only bloat the queue.
  deleteAfterSeconds: 3_600,
  // pg-boss deletes a job that waits for longer. The longest retry delay is hours by default.
  retentionSeconds: 30 * 86_400,
  partition: true,
  notify: false,
}

/** Migrates the schema and the queue at `databaseUrl` to the version of this code. Safe to run concurrently. */
export async function migrate(databaseUrl: string): Promise<void> {
  await migrateSchema(databaseUrl)
  await installQueue(databaseUrl)
}

async function installQueue(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'migrate',
    max: 1,
    onConnect: withoutJit,
  })
  pool.on('error', () => {})
  // Loaded here: an api has no other use for pg-boss.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: QUEUE_SCHEMA,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  try {
    await boss.start()
    await boss.createQueue(WEBHOOK_QUEUE, QUEUE)
    await dropQueueKey(pool)
  } finally {
    await boss.stop({ graceful: false }).catch(() => {})
    await pool.end()
  }
}

/** The channel of notifications of new work. The payload is its kind. */
export const WAKE_CHANNEL = 'webhook_jobs'
/** What dispatchers are notified of: webhook jobs, and bulk imports. */
export const NEW_WORK = ['jobs', 'imports'] as const
export type NewWork = (typeof NEW_WORK)[number]

/** Notifies dispatchers of new work after a commit. */
interface Notifier {
  /** Never waits and never fails. A lost notification delays the work until the dispatcher's next poll. */
  notify(work: NewWork): void
  close(): Promise<void>
}

/**
 * Sends a NOTIFY after the commit, on a separate connection: inside a writing transaction it would serialize all commits
 * of the database. Calls made while a NOTIFY is being sent share the next one.
 */
export function createNotifier(databaseUrl: string, onError: (error: Error) => void): Notifier {
  let client: pg.Client | undefined
  let sending: Promise<void> | undefined
  const unsent = new Set<NewWork>()

  async function connected(): Promise<pg.Client> {
    if (client) return client
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'waker',
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
      keepAlive: true,
    })
    fresh.on('error', () => discard(fresh))
    await fresh.connect()
    await withoutJit(fresh)
    client = fresh
    return fresh
  }

  function discard(broken: pg.Client): void {
    if (client === broken) client = undefined
    broken.end().catch(() => {})
  }

  async function send(): Promise<void> {
    for (const work of unsent) {
      unsent.delete(work)
      try {
        const connection = await connected()
        await connection.query(`notify ${WAKE_CHANNEL}, '${work}'`).catch((error) => {
          discard(connection)
          throw error
        })
      } catch (error) {
        onError(error as Error)
      }
    }
    sending = undefined
  }

  return {
    notify(work) {
      unsent.add(work)
      sending ??= send()
    },
    async close() {
      await sending
      await client?.end().catch(() => {})
    },
  }
}
