import { createPartitions, type Database } from '@mediajobs/db'
import { isResting } from '@mediajobs/db/schema'
import {
  HINT_DAYS,
  KEY_USAGE_DAYS,
  LEAD_DAYS,
  REQUEST_LOG_DAYS,
  STATS_HOURS,
  UNCONFIRMED_ORDER_DAYS,
} from '@mediajobs/domain'
import type { FaultLog, Logger } from '@mediajobs/runtime'
import { type Periodic, runPeriodically } from './periodic.ts'

// docs/contract.md#c7-event-log
const DEFAULT_RETENTION_DAYS = 30
// Partitions change once a day.
const EVERY_MS = 3_600_000
const RETRY_MS = 60_000
// Dropping a partition locks the parent table. While it waits for the lock, later statements on the table queue behind it.
const LOCK_TIMEOUT = `set local lock_timeout = '2s'`

const MAKING = 'making partitions'

interface OldDays {
  /** For the log. */
  readonly doing: string
  readonly statement: string
  readonly daysKept: number
}

const oldDays = (retentionDays: number): readonly OldDays[] => [
  {
    doing: 'dropping the oldest days of the log',
    statement: 'select drop_day_partitions($1) as dropped',
    daysKept: retentionDays,
  },
  {
    doing: 'dropping the oldest days of the request log',
    statement: 'select drop_request_partitions($1) as dropped',
    daysKept: REQUEST_LOG_DAYS,
  },
]

export interface CleanUpOptions {
  /** How long events and webhook deliveries are kept. Default: 30. */
  retentionDays?: number | undefined
  isStopped?: () => boolean
}

export interface CleanedUp {
  partitionsDropped: number
  /** False if something failed or remains. */
  isDone: boolean
}

/**
 * Creates upcoming partitions, drops expired ones, and purges obsolete rows. A failure of one doesn't stop the others.
 * Safe to run concurrently.
 */
export async function cleanUp(
  database: Database,
  faults: FaultLog,
  { retentionDays = DEFAULT_RETENTION_DAYS, isStopped = () => false }: CleanUpOptions = {},
): Promise<CleanedUp> {
  const made = await attempt(MAKING, faults, () => database.transaction(createPartitions))
  let partitionsDropped = 0
  let areDropped = true
  for (const days of oldDays(retentionDays)) {
    const dropped = await attempt(days.doing, faults, () => dropPartitions(database, days))
    if (dropped === FAILED) areDropped = false
    else partitionsDropped += dropped
  }
  const arePurged = await runPurges(database, faults, isStopped)
  return { partitionsDropped, isDone: made !== FAILED && areDropped && arePurged }
}

function dropPartitions(database: Database, { statement, daysKept }: OldDays): Promise<number> {
  return database.transaction(async (tx) => {
    await tx.query(LOCK_TIMEOUT)
    const [row] = await tx.query<{ dropped: number }>(statement, [daysKept])
    return row?.dropped ?? 0
  })
}

const FAILED = Symbol('failed')

async function attempt<Result>(
  doing: string,
  faults: FaultLog,
  work: () => Promise<Result>,
): Promise<Result | typeof FAILED> {
  try {
    const result = await work()
    faults.worked(doing)
    return result
  } catch (error) {
    faults.failed(doing, error)
    return FAILED
  }
}

export function startCleaningUp(
  database: Database,
  logger: Logger,
  faults: FaultLog,
  retentionDays?: number,
): Periodic {
  const options = { doing: 'cleaning up', everyMs: EVERY_MS, retryMs: RETRY_MS, faults }
  return runPeriodically(options, async (isStopped) => {
    const limits = { retentionDays, isStopped }
    const { partitionsDropped, isDone } = await cleanUp(database, faults, limits)
    if (partitionsDropped > 0) logger.info({ partitionsDropped }, 'dispatcher.log_days_dropped')
    return isDone ? 'done' : 'again'
  })
}

/** Deletes or clears one kind of obsolete rows, in batches. */
interface Purge {
  /** For the log. */
  readonly doing: string
  /** Changes at most `$1` rows and returns their `count`. */
  readonly statement: string
  /** Default: {@link BATCH}. */
  readonly batch?: number
}

// A stored response may have 1 MB: hundreds of TOAST rows.
const BATCH = 500
// For small rows that requests no longer write. Without an index on age, each batch scans the table from its start, so
// fewer batches read less.
const BATCH_OF_SMALL = 5_000
// A purge that takes longer stops until the next run, so it doesn't delay the others.
const LIMIT_MS = 20_000

// Skips locked rows until the next run: waiting could deadlock.
function deletion(table: string, condition: string): string {
  return `
    with gone as (
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where ${condition} limit $1 for update skip locked
      ))
      returning 1
    )
    select count(*)::int as count from gone`
}

/** For a tenant table. An organization that has moved away, or is about to, keeps its rows. */
function tenantDeletion(table: string, condition: string): string {
  return deletion(table, `${condition} and not ${isResting(`${table}.organization_id`)}`)
}

const PURGES: readonly Purge[] = [
  {
    // docs/contract.md#c1-idempotency-replay
    doing: 'purging idempotency keys',
    statement: tenantDeletion('idempotency_keys', `created_at < now() - interval '24 hours'`),
  },
  {
    // Webhook deliveries refer to a subscription until their last partition is dropped. The limit makes PostgreSQL probe
    // the index for each deleted subscription. With NOT EXISTS it may join the whole log for each batch.
    doing: 'purging webhook subscriptions',
    statement: tenantDeletion(
      'webhook_subscriptions',
      `deleted_at < now() - interval '1 hour'
        and (
          select delivery.id from webhook_deliveries as delivery
          where delivery.organization_id = webhook_subscriptions.organization_id
            and delivery.subscription_id = webhook_subscriptions.id
          order by delivery.id desc limit 1
        ) is null`,
    ),
  },
  {
    // docs/contract.md#c14-subscription-stats
    doing: 'purging webhook hours',
    statement: tenantDeletion('webhook_hours', `hour < now() - interval '${STATS_HOURS} hours'`),
    batch: BATCH_OF_SMALL,
  },
  { doing: 'purging sessions', statement: deletion('sessions', 'expires_at < now()') },
  { doing: 'purging archives', statement: tenantDeletion('archives', 'expires_at < now()') },
  {
    doing: 'purging mails',
    statement: tenantDeletion('mails', `created_at < now() - interval '30 days'`),
  },
  {
    doing: 'purging events of payment providers',
    statement: tenantDeletion(
      'payment_hints',
      `received_at < now() - interval '${HINT_DAYS} days'`,
    ),
    batch: BATCH_OF_SMALL,
  },
  {
    doing: 'purging holds',
    statement: tenantDeletion(
      'orders',
      `placed_at is null and status = 'EXPIRED' and ended_at < now() - interval '1 day'`,
    ),
  },
  {
    // docs/contract.md#c20-personal-data
    doing: 'erasing clients of unconfirmed orders',
    statement: `
      with erased as (
        update orders
        set customer_id = null, customer_name = null, customer_email = null, customer_phone = null, answers = null,
          address_line1 = null, address_line2 = null, city = null, region = null, postal_code = null,
          country_code = null, lat = null, lng = null, reason = null
        where ctid = any (array(
          select ctid from orders
          where status in ('EXPIRED', 'DECLINED') and customer_email is not null
            and ended_at < now() - interval '${UNCONFIRMED_ORDER_DAYS} days'
            and not ${isResting('orders.organization_id')}
          limit $1 for update skip locked
        ))
        returning 1
      )
      select count(*)::int as count from erased`,
  },
  {
    // docs/contract.md#c23-lead-erased
    doing: 'erasing leads of property websites',
    statement: tenantDeletion('leads', `created_at < now() - interval '${LEAD_DAYS} days'`),
  },
  {
    doing: 'purging password resets',
    statement: deletion('password_resets', 'expires_at < now()'),
  },
  {
    // Requests pile up only while no dispatcher sends mail. After an hour, their mail would no longer be sent.
    doing: 'purging password reset requests',
    statement: deletion('password_reset_requests', `created_at < now() - interval '1 hour'`),
  },
  {
    doing: "purging customers' sessions",
    statement: tenantDeletion('portal_sessions', 'expires_at < now()'),
  },
  {
    doing: "purging customers' sign-in links",
    statement: tenantDeletion('portal_sign_ins', 'expires_at < now()'),
  },
  {
    // As for password resets; a sign-in link lasts 15 minutes.
    doing: 'purging sign-in link requests',
    statement: tenantDeletion(
      'portal_sign_in_requests',
      `created_at < now() - interval '15 minutes'`,
    ),
  },
  {
    doing: 'purging invitations',
    statement: tenantDeletion('invitations', 'expires_at < now()'),
  },
  {
    // Every window is much shorter than a day. The day has an index; `judged_at` is in microseconds.
    doing: 'purging rate windows',
    statement: deletion(
      'rate_windows',
      `judged_day < floor(extract(epoch from now()) / 86400)::int - 1
        and judged_at < (extract(epoch from now() - interval '1 day') * 1000000)::bigint`,
    ),
  },
  {
    doing: 'purging call counts',
    statement: tenantDeletion(
      'api_key_calls',
      `day <= (now() at time zone 'UTC')::date - ${KEY_USAGE_DAYS}`,
    ),
    batch: BATCH_OF_SMALL,
  },
  {
    // docs/contract.md#c7-rotate
    doing: 'forgetting signing secrets',
    statement: `
      with forgotten as (
        update webhook_subscriptions
        set previous_secret_encrypted = null, previous_secret_until = null
        where ctid = any (array(
          select ctid from webhook_subscriptions where previous_secret_until <= clock_timestamp()
            and not ${isResting('webhook_subscriptions.organization_id')}
          limit $1 for update skip locked
        ))
        returning 1
      )
      select count(*)::int as count from forgotten`,
  },
]

/** Runs every purge, even if another fails. @returns whether all have finished */
async function runPurges(
  { sql }: Database,
  faults: FaultLog,
  isStopped: () => boolean,
): Promise<boolean> {
  let areDone = true
  for (const { doing, statement, batch = BATCH } of PURGES) {
    try {
      const endMs = performance.now() + LIMIT_MS
      let count = batch
      while (count === batch && !isStopped() && performance.now() < endMs) {
        const [row] = await sql.query<{ count: number }>(statement, [batch])
        count = row?.count ?? 0
      }
      areDone &&= count < batch
      faults.worked(doing)
    } catch (error) {
      areDone = false
      faults.failed(doing, error)
    }
  }
  return areDone
}
