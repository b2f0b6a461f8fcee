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

/** A job's payload: a due delivery and the number of the attempt, from 1. */
export interface WebhookJob {
  organizationId: string
  deliveryId: string
  attempt: number
  /** The publishing span as a W3C `traceparent`. Absent if untraced. */
  traceparent?: string
}

/** A job to insert. */
export interface NewWebhookJob extends WebhookJob {
  /** Dispatchers share slots fairly by subscription. */
  subscriptionId: string
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
  /** Deletes jobs, waiting or fetched. A dispatcher that fetched one discards its outcome. */
  async discard(tx: Transaction, jobs: readonly WebhookJob[]): Promise<void> {
    await tx.query(DELETE_JOBS, [
      jobs.map(({ deliveryId }) => deliveryId),
      jobs.map(({ attempt }) => attempt),
    ])
  },
}

/** The active span as a W3C `traceparent`; null if untraced. */
export function activeTraceparent(): string | null {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/** Lease of fetched jobs, renewed well before it ends. pg-boss's minimum. */
export const HEARTBEAT_SECONDS = 10

const QUEUE = {
  // pg-boss retries only after a crash, which mustn't use up an attempt: the dispatcher counts attempts itself.
  retryLimit: 1_000_000,
  retryDelay: 0,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  // Longer than any POST, so only jobs that a live dispatcher lost expire.
  expireInSeconds: 120,
  // Our tables have the attempts; finished jobs would bloat the queue.
  deleteAfterSeconds: 3_600,
  // Well above the longest retry delay (hours by default).
  retentionSeconds: 30 * 86_400,
  partition: true,
  notify: false,
}

/** Migrates the schema and the queue at `databaseUrl`. Safe to run concurrently. */
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
  // Lazy: nothing else in an api needs pg-boss.
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

/** NOTIFY channel; the payload is the kind of work. */
export const WAKE_CHANNEL = 'webhook_jobs'
/** Webhook jobs, bulk imports, and payments to reconcile. */
export const NEW_WORK = ['jobs', 'imports', 'payments'] as const
export type NewWork = (typeof NEW_WORK)[number]

interface Notifier {
  /** Best effort: a lost notification delays the work until the dispatcher's next poll. */
  notify(work: NewWork): void
  close(): Promise<void>
}

/**
 * Sends NOTIFY on a separate connection: inside a writing transaction it would serialize all commits of the database.
 * Calls during a NOTIFY share the next one.
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
