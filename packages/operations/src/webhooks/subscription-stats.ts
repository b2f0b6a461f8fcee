import type { Sql } from '@mediajobs/db'
import { STATS_HOURS } from '@mediajobs/domain'
import { getSubscription } from './get-subscription.ts'

/** The attempts of a subscription that began in an hour. */
export interface HourOfAttempts {
  /** The begin of the hour. */
  startsAt: string
  /** Attempts with a status from 200 to 299. */
  succeeded: number
  /** All other attempts. */
  failed: number
  /**
   * 95 of 100 attempts took at most so many milliseconds. It is rounded up, by 12 % at most. Null without an
   * attempt.
   */
  p95Ms: number | null
}

export interface SubscriptionStats {
  subscriptionId: string
  /** The last 24 hours, oldest first. The last one is under way. */
  hours: HourOfAttempts[]
}

const HOURS = `
  with duration as (
    select hour, at_most_ms, sum(succeeded) as succeeded, sum(failed) as failed
    from webhook_hours
    where organization_id = $1 and subscription_id = $2
      and hour > now() - interval '${STATS_HOURS} hours'
    group by hour, at_most_ms
  ), ranked as (
    select *,
      sum(succeeded + failed) over (partition by hour order by at_most_ms) as reached,
      sum(succeeded + failed) over (partition by hour) as attempts
    from duration
  )
  select starts_at as "startsAt",
    coalesce(sum(succeeded), 0)::int as succeeded,
    coalesce(sum(failed), 0)::int as failed,
    min(at_most_ms) filter (where reached >= 0.95 * attempts) as "p95Ms"
  from generate_series(
    date_trunc('hour', now(), 'UTC') - interval '${STATS_HOURS - 1} hours',
    date_trunc('hour', now(), 'UTC'), interval '1 hour'
  ) as starts_at
  left join ranked on ranked.hour = starts_at
  group by starts_at
  order by starts_at`

/**
 * The attempts of a subscription in the last hours, hour by hour. It reads the counts of `webhook_hours`, so
 * it costs the same with any number of attempts. docs/contract.md#c14-subscription-stats
 *
 * @throws {OperationError} `not_found`.
 */
export async function getSubscriptionStats(
  sql: Sql,
  orgId: string,
  subscriptionId: string,
): Promise<SubscriptionStats> {
  await getSubscription(sql, orgId, subscriptionId)
  const hours = await sql.query<HourOfAttempts>(HOURS, [orgId, subscriptionId])
  return { subscriptionId, hours }
}
