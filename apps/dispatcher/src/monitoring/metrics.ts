import type { Sql } from '@mediajobs/db'
import { IS_WAITING, isAway } from '@mediajobs/db/schema'
import type { ObjectStore } from '@mediajobs/object-store'
import type { Store } from '@mediajobs/outbox'
import {
  type FaultLog,
  measureNode,
  measureObjectStore,
  measureStore,
  withDeadline,
} from '@mediajobs/runtime'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly attempts: Counter<'outcome'>
  readonly attemptSeconds: Histogram
  readonly deliveries: Counter<'status'>
  readonly firstTrySeconds: Histogram
  readonly disabled: Counter
  readonly registry: Registry
}

export interface MetricsSources {
  store: Store
  slots: { readonly total: number; readonly running: number; readonly heldCount: number }
  payloads: { readonly heldBytes: number }
  objectStore: ObjectStore
  faults: FaultLog
}

// Excludes a moved organization's waiting deliveries: the other cell sends them.
const OLDEST_DUE = `
  select extract(epoch from now() - (
    select next_attempt_at from webhook_deliveries
    where ${IS_WAITING} and next_attempt_at <= now()
      and not ${isAway('webhook_deliveries.organization_id')}
    order by next_attempt_at limit 1))::float8 as value`

// A failed removal is postponed: waiting but not due.
const REMOVALS_WAITING = `
  select count(*) as value from object_removals
  where (next_attempt_at <= now() or attempts > 0)
    and not ${isAway('object_removals.organization_id')}`

// Measured here, so the metric survives the media processes.
const DERIVATIVES_WAITING = `
  select extract(epoch from now() - min(created_at))::float8 as value
  from media_previews
  where state = 'PENDING' and not ${isAway('media_previews.organization_id')}`

const FIRST_TRY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
const ATTEMPT_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Documented in docs/signals.md. */
export function createMetrics(sources: MetricsSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  measureNode(registry)
  measureStore(registry, sources.store)
  measureObjectStore(registry, sources.objectStore)
  measureProcess(registry, sources)
  measureBacklog(registry, sources.store.sql)
  measureServer(registry, sources.store.sql)
  return {
    registry,
    attempts: new Counter({
      name: 'webhook_attempts_total',
      help: 'Attempts by outcome: an HTTP status class, or the kind of failure',
      labelNames: ['outcome'],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: 'webhook_attempt_seconds',
      help: 'Duration of an attempt until its status or failure',
      buckets: ATTEMPT_BUCKETS,
      registers,
    }),
    deliveries: new Counter({
      name: 'webhook_deliveries_total',
      help: 'Webhook deliveries completed by this process, by status',
      labelNames: ['status'],
      registers,
    }),
    firstTrySeconds: new Histogram({
      name: 'webhook_first_try_seconds',
      help: 'Approximate time from the commit of an event to its first attempt',
      buckets: FIRST_TRY_BUCKETS,
      registers,
    }),
    disabled: new Counter({
      name: 'webhook_subscriptions_disabled_total',
      help: 'Subscriptions disabled because all attempts failed (WEBHOOK_DISABLE_AFTER)',
      registers,
    }),
  }
}

function measureProcess(registry: Registry, { slots, payloads, faults }: MetricsSources): void {
  const registers = [registry]
  new Gauge({
    name: 'webhook_slots',
    help: 'Webhooks this process may post concurrently (WEBHOOK_SLOTS)',
    registers,
  }).set(slots.total)
  new Gauge({
    name: 'webhook_slots_in_use',
    help: 'Webhooks being posted by this process',
    registers,
    collect() {
      this.set(slots.running)
    },
  })
  new Gauge({
    name: 'webhook_jobs_held',
    help: 'Jobs in memory, including those being posted',
    registers,
    collect() {
      this.set(slots.heldCount)
    },
  })
  new Gauge({
    name: 'webhook_payload_bytes_held',
    help: 'Payload bytes in memory, excluding small payloads',
    registers,
    collect() {
      this.set(payloads.heldBytes)
    },
  })
  new Gauge({
    name: 'dispatcher_failing',
    help: '1 for each failing task of this process',
    labelNames: ['doing'],
    registers,
    collect() {
      this.reset()
      for (const doing of faults.failing()) this.set({ doing }, 1)
    },
  })
}

function measureBacklog(registry: Registry, sql: Sql): void {
  const registers = [registry]
  new Gauge({
    name: 'webhook_oldest_due_seconds',
    help: 'Age of the oldest due webhook delivery, across all dispatchers',
    registers,
    async collect() {
      this.set(await measure(sql, OLDEST_DUE))
    },
  })
  new Gauge({
    name: 'object_removals_waiting',
    help: 'Objects whose removal is due or has failed, across all dispatchers',
    registers,
    async collect() {
      this.set(await measure(sql, REMOVALS_WAITING))
    },
  })
  new Gauge({
    name: 'derivatives_oldest_waiting_seconds',
    help: 'Age of the oldest media item without derivatives, across all media processes',
    registers,
    async collect() {
      this.set(await measure(sql, DERIVATIVES_WAITING))
    },
  })
}

// A role sees only its own connections. All processes share one role, except media processes, which wait for the same
// standby.
const COMMITS_WAITING = `
  select count(*) as value from pg_stat_activity
  where datname = current_database() and wait_event = 'SyncRep'`

// `move_…` slots belong to `admin move-organization`; their names contain organization ids, which labels mustn't. A
// standby has no current WAL position; the dispatcher is about to reconnect to the primary.
const WAL_KEPT = `
  select case when slot_name like 'move\\_%' or slot_name like 'pg\\_%\\_sync\\_%' then 'move' else 'other' end as slots,
    max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn))::float8 as bytes
  from pg_replication_slots
  where restart_lsn is not null and not pg_is_in_recovery()
  group by 1`

function measureServer(registry: Registry, sql: Sql): void {
  const registers = [registry]
  new Gauge({
    name: 'database_commits_waiting',
    help: 'Commits waiting for a synchronous standby',
    registers,
    async collect() {
      this.set(await measure(sql, COMMITS_WAITING))
    },
  })
  new Gauge({
    name: 'replication_slot_wal_bytes',
    help: 'WAL retained for the replication slot that is farthest behind: of a move, or another',
    labelNames: ['slots'],
    registers,
    async collect() {
      this.reset()
      for (const { slots, bytes } of await rowsInTime<Kept>(sql, WAL_KEPT))
        this.set({ slots }, bytes)
    },
  })
}

interface Kept {
  slots: 'move' | 'other'
  bytes: number
}

// Prometheus times out after 10 s, and must receive the other metrics even if the database hangs.
const QUERY_LIMIT_MS = 2_000

/** Empty if the query fails or times out. */
async function rowsInTime<Row extends object>(sql: Sql, text: string): Promise<readonly Row[]> {
  const rows = sql.query<Row>(text).catch(() => undefined)
  return (await withDeadline(rows, QUERY_LIMIT_MS)) ?? []
}

/** The selected `value`, 0 for null. NaN if the query fails or times out. */
export async function measure(sql: Sql, text: string): Promise<number> {
  const [row] = await rowsInTime<{ value: number | null }>(sql, text)
  return row ? (row.value ?? 0) : Number.NaN
}
