import type { Database } from '@mediajobs/db'
import { isResting } from '@mediajobs/db/schema'
import { KEY_USAGE_DAYS, STATS_HOURS } from '@mediajobs/domain'
import type { FaultLog } from '@mediajobs/runtime'

/** One kind of rows that are no longer needed. They are deleted or emptied in batches. */
interface Purge {
  /** For the log: `purging sessions`. */
  readonly doing: string
  /** Changes at most `$1` rows. Returns one row with their number, as `count`. */
  readonly statement: string
  /** Default: {@link BATCH}. */
  readonly batch?: number
}

// A stored response may have 1 MB. PostgreSQL keeps it in hundreds of rows of the TOAST table.
const BATCH = 500
// For small rows that no request writes any more. Without an index on their age, each batch reads the table from its
// beginning, so fewer batches read less.
const BATCH_OF_SMALL = 5_000
// After this time a purge stops, and the next run continues it. So a long purge does not delay the others.
const LIMIT_MS = 20_000

// A row that another transaction has locked is skipped, and purged by the next run. To wait for it could
// cause a deadlock.
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

/** Of a table of tenants. An organization that is away, or near the end of a move, keeps its rows. */
function tenantDeletion(table: string, condition: string): string {
  return deletion(table, `${condition} and not ${isResting(`${table}.organization_id`)}`)
}

/** Each batch is a transaction of its own. */
const PURGES: readonly Purge[] = [
  {
    // docs/contract.md#c1-idempotency-replay: a key is new again after 24 hours.
    doing: 'purging idempotency keys',
    statement: tenantDeletion('idempotency_keys', `created_at < now() - interval '24 hours'`),
  },
  {
    // Webhook deliveries refer to a subscription until their last partition is dropped. The sub-select has a limit,
    // so PostgreSQL looks into the index for each deleted subscription. With NOT EXISTS it may read the whole log
    // of deliveries to join them, for each batch.
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
    // docs/contract.md#c14-subscription-stats: an hour is shown until 24 hours after it began.
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
    doing: 'purging password resets',
    statement: deletion('password_resets', 'expires_at < now()'),
  },
  {
    // Requests are left here only while no dispatcher sends mail. After this time the mail would not be sent.
    doing: 'purging requests to reset a password',
    statement: deletion('password_reset_requests', `created_at < now() - interval '1 hour'`),
  },
  {
    doing: 'purging invitations',
    statement: tenantDeletion('invitations', 'expires_at < now()'),
  },
  {
    // Every window is much shorter than a day. The day has an index; `judged_at`, in microseconds, is also right for a
    // window that an older version wrote.
    doing: 'purging rate windows',
    statement: deletion(
      'rate_windows',
      `judged_day < floor(extract(epoch from now()) / 86400)::int - 1
        and judged_at < (extract(epoch from now() - interval '1 day') * 1000000)::bigint`,
    ),
  },
  {
    doing: 'purging counts of calls',
    statement: tenantDeletion(
      'api_key_calls',
      `day <= (now() at time zone 'UTC')::date - ${KEY_USAGE_DAYS}`,
    ),
    batch: BATCH_OF_SMALL,
  },
  {
    // docs/contract.md#c7-rotate: after its overlap an old signing secret is not used any more.
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

/**
 * Runs each purge, even when another one fails.
 *
 * @returns whether all of them have finished
 */
export async function runPurges(
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
