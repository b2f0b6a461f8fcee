import type { Database } from '@mediajobs/db'
import type { FaultLog } from '../monitoring/fault-log.ts'

/** Rows that have served their time, deleted or emptied a batch at a time. */
interface Purge {
  /** For the log: `purging sessions`. */
  readonly doing: string
  /** Does it to at most `$1` rows; its one row says to how many, as `count`. */
  readonly statement: string
}

// A kept answer may be 1 MB, which is hundreds of rows behind its own.
const BATCH = 500
// Beyond it the rest comes with the next run, so that one long purge keeps no other waiting.
const LIMIT_MS = 20_000

// A row that another transaction holds is passed over: waiting for it while others wait for this could
// be a deadlock. It is met by the next run.
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

/** Each is a transaction of its own for each batch. */
const PURGES: readonly Purge[] = [
  {
    // docs/contract.md#c1-idempotency-replay: a key is new again after 24 hours.
    doing: 'purging idempotency keys',
    statement: deletion('idempotency_keys', `created_at < now() - interval '24 hours'`),
  },
  {
    // Their webhook deliveries refer to them until the last day of these is dropped.
    doing: 'purging webhook subscriptions',
    statement: deletion(
      'webhook_subscriptions',
      `deleted_at < now() - interval '1 hour'
        and not exists (
          select from webhook_deliveries as delivery
          where delivery.organization_id = webhook_subscriptions.organization_id
            and delivery.subscription_id = webhook_subscriptions.id
        )`,
    ),
  },
  { doing: 'purging sessions', statement: deletion('sessions', 'expires_at < now()') },
  { doing: 'purging invitations', statement: deletion('invitations', 'expires_at < now()') },
  {
    // No window is longer than a day by far; the numbers are microseconds.
    doing: 'purging rate windows',
    statement: deletion(
      'rate_windows',
      `judged_at < (extract(epoch from now() - interval '1 day') * 1000000)::bigint`,
    ),
  },
  {
    // docs/contract.md#c7-rotate: a signing secret whose overlap is over signs no more.
    doing: 'forgetting signing secrets',
    statement: `
      with forgotten as (
        update webhook_subscriptions
        set previous_secret_encrypted = null, previous_secret_until = null
        where ctid = any (array(
          select ctid from webhook_subscriptions where previous_secret_until <= clock_timestamp()
          limit $1 for update skip locked
        ))
        returning 1
      )
      select count(*)::int as count from forgotten`,
  },
]

/**
 * Runs each purge, whatever becomes of the others.
 *
 * @returns whether all of them came to their end
 */
export async function runPurges(
  { sql }: Database,
  faults: FaultLog,
  isStopped: () => boolean,
): Promise<boolean> {
  let areDone = true
  for (const { doing, statement } of PURGES) {
    try {
      const endMs = performance.now() + LIMIT_MS
      let count = BATCH
      while (count === BATCH && !isStopped() && performance.now() < endMs) {
        const [row] = await sql.query<{ count: number }>(statement, [BATCH])
        count = row?.count ?? 0
      }
      areDone &&= count < BATCH
      faults.worked(doing)
    } catch (error) {
      areDone = false
      faults.failed(doing, error)
    }
  }
  return areDone
}
