import type { Sql } from '@mediajobs/db'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly attempts: Counter<'outcome'>
  readonly firstTrySeconds: Histogram
  readonly disabled: Counter
  readonly registry: Registry
}

export interface MetricsSources {
  sql: Sql
  /** Jobs that are being posted now. */
  running(): number
  /** Jobs in memory: being posted, waiting for a slot, or waiting to be written. */
  held(): number
}

const OLDEST_DUE = `
  select extract(epoch from now() - min(next_attempt_at))::float8 as seconds
  from webhook_deliveries
  where status in ('PENDING', 'RETRYING') and next_attempt_at <= now()`

// What has failed is put off, so it is not due; it waits all the same.
const REMOVALS_WAITING = `
  select count(*) as count from object_removals where next_attempt_at <= now() or attempts > 0`

const FIRST_TRY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

export function createMetrics({ sql, running, held }: MetricsSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'webhook_slots_in_use',
    help: 'Webhooks that are being posted by this process',
    registers,
    collect() {
      this.set(running())
    },
  })
  new Gauge({
    name: 'webhook_jobs_held',
    help: 'Jobs in the memory of this process, those that are being posted included',
    registers,
    collect() {
      this.set(held())
    },
  })
  new Gauge({
    name: 'webhook_oldest_due_seconds',
    help: 'For how long the oldest webhook delivery has been due, over all dispatchers',
    registers,
    async collect() {
      const [row] = await sql.query<{ seconds: number | null }>(OLDEST_DUE).catch(() => [])
      this.set(row ? (row.seconds ?? 0) : Number.NaN)
    },
  })
  new Gauge({
    name: 'object_removals_waiting',
    help: 'Objects whose removal from the store is due or has failed, over all dispatchers',
    registers,
    async collect() {
      const [row] = await sql.query<{ count: number }>(REMOVALS_WAITING).catch(() => [])
      this.set(row ? row.count : Number.NaN)
    },
  })
  return {
    registry,
    attempts: new Counter({
      name: 'webhook_attempts_total',
      help: 'Attempts by outcome: an HTTP status class, or the kind of failure',
      labelNames: ['outcome'],
      registers,
    }),
    firstTrySeconds: new Histogram({
      name: 'webhook_first_try_seconds',
      help: 'From the commit of an event, nearly, to the start of its first attempt',
      buckets: FIRST_TRY_BUCKETS,
      registers,
    }),
    disabled: new Counter({
      name: 'webhook_subscriptions_disabled_total',
      help: 'Subscriptions switched off because they only failed (WEBHOOK_DISABLE_AFTER)',
      registers,
    }),
  }
}
