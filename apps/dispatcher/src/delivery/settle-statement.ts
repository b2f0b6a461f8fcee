import { type Day, type Sql, type SqlValue, statementByDay } from '@mediajobs/db'
import { retryDelayMs, TEST_EVENT, type WebhookDeliveryStatus } from '@mediajobs/domain'
import { DELETE_FETCHED, insertJobs } from '@mediajobs/outbox'
import type { HeldJob } from '../queue/job-queue.ts'
import type { Attempt } from './attempt.ts'

/** `attempt` is null if there was nothing to post. */
export interface Outcome {
  readonly job: HeldJob
  readonly attempt: Attempt | null
}

/** What was written for an outcome. */
export interface Settled {
  /** Null if nothing was written: another dispatcher has taken over the delivery. */
  readonly status: WebhookDeliveryStatus | null
  /** Whether its subscription has failed for too long. */
  readonly shouldDisable: boolean
}

export const NOTHING: Settled = { status: null, shouldDisable: false }

export interface SettleOptions {
  sql: Sql
  /** Delay after each failed attempt. */
  retryDelaysMs: readonly number[]
  /** Disables a subscription whose attempts have all failed for this long. Default: never. */
  disableAfterMs?: number | undefined
}

interface MadeAttempt extends Outcome {
  readonly attempt: Attempt
}

interface SettledRow extends Settled {
  readonly jobId: string
  readonly retryCount: number
}

/** Returns what was written, in the order of the batch. Safe to repeat: both statements are fenced by the jobs. */
export async function settleBatch(
  day: Day,
  batch: readonly Outcome[],
  { sql, retryDelaysMs, disableAfterMs }: SettleOptions,
): Promise<Settled[]> {
  const made = batch.filter((outcome): outcome is MadeAttempt => outcome.attempt !== null)
  const idle = batch.filter(({ attempt }) => attempt === null)
  if (idle.length > 0) await sql.query(CANCEL, fencesOf(idle))
  const values = settleValues(made, retriesOf(made, retryDelaysMs), disableAfterMs ?? null)
  const rows = made.length > 0 ? await settleOn<SettledRow>(sql, day, values) : []
  // A batch can contain two fetches of a job: one whose lease has ended, and the next.
  const byFetch = new Map(rows.map((row) => [`${row.jobId}:${row.retryCount}`, row]))
  return batch.map(({ job }) => byFetch.get(`${job.id}:${job.retryCount}`) ?? NOTHING)
}

/**
 * For each attempt, the seconds until the next; null if none may follow. `settleOn` decides between FAILED, RETRYING and
 * CANCELLED: only it knows whether the subscription is still live.
 *
 * The delay begins when the attempt ends. The database counts from its `now()`, slightly later than `nowMs`,
 * so an attempt is never early.
 */
function retriesOf(made: readonly MadeAttempt[], delaysMs: readonly number[]): (number | null)[] {
  const nowMs = performance.now()
  return made.map(({ attempt: { due, succeeded, isRepeatable, finishedAtMs } }) => {
    if (succeeded || !isRepeatable || due.byHand || due.event === TEST_EVENT) return null
    const delayMs = retryDelayMs(delaysMs, due.attempt)
    if (delayMs === null) return null
    return Math.max(0, Math.ceil(delayMs - (nowMs - finishedAtMs))) / 1_000
  })
}

/** Removes jobs with nothing to post. Cancels open deliveries of disabled or deleted subscriptions. */
const CANCEL = `
  with removed as (${DELETE_FETCHED})
  update webhook_deliveries as delivery set
    status = 'CANCELLED',
    next_attempt_at = null,
    finished_at = clock_timestamp()
  from removed
  where delivery.organization_id = (removed.data ->> 'organizationId')::uuid
    and delivery.id = (removed.data ->> 'deliveryId')::uuid
    and delivery.attempts = (removed.data ->> 'attempt')::int - 1
    and delivery.status not in ('SUCCEEDED', 'FAILED', 'CANCELLED')`

// Spreads the writes of concurrent connections over rows, so they rarely wait for each other's commit.
const SHARDS = 4
// Duration buckets: 10 ms, then 20 per decade, each an eighth wider. So a percentile is at most an eighth too high, and
// with the default timeout an hour has at most 62 rows per shard.
const AT_MOST_MS = `ceil(10 ^ (ceil(20 * log(greatest(duration_ms, 10)::float8)) / 20))::int`

const RETRYING = `(
    select organization_id, delivery_id, subscription_id, attempt + 1 as attempt,
      retry_seconds as delay_seconds, traceparent
    from settled
    where status = 'RETRYING'
  ) as job`

/** Writes a batch of attempts and their effects, removes their jobs, and inserts those of their retries. */
const settleOn = statementByDay(
  (day) => `
  with removed as (
    -- The fence: excludes jobs that another dispatcher has fetched since, so nothing is written for them.
    ${DELETE_FETCHED}
  ), outcome as (
    select outcome.*, removed.data ->> 'traceparent' as traceparent from unnest(
      $1::uuid[], $4::int[], $5::uuid[], $6::uuid[], $7::uuid[], $8::int[], $9::float8[],
      $10::int[], $11::smallint[], $12::text[], $13::text[], $14::boolean[], $15::float8[]
    ) as outcome (
      job_id, retry_count, organization_id, subscription_id, delivery_id, attempt, started_ms,
      duration_ms, response_status, error, response_body, succeeded, retry_seconds
    )
    join removed on removed.id = outcome.job_id and removed.retry_count = outcome.retry_count
  ), locked as materialized (
    -- Subscriptions that failed now or before, locked in a fixed order to avoid deadlocks. Disabling a subscription
    -- cancels the retries it sees; the lock puts that before or after this statement.
    select subscription.organization_id, subscription.id, subscription.failing_since,
      subscription.active and subscription.deleted_at is null as is_live
    from (
      select organization_id, subscription_id, not bool_and(succeeded) as has_failed
      from outcome
      group by organization_id, subscription_id
    ) as touched
    join webhook_subscriptions as subscription
      on subscription.organization_id = touched.organization_id
      and subscription.id = touched.subscription_id
      and (touched.has_failed or subscription.failing_since is not null)
    order by subscription.organization_id, subscription.id
    for no key update of subscription
  ), decided as materialized (
    -- retry_seconds is null if retriesOf allows no retry. Whether the subscription is live is known
    -- only here, under the lock.
    select outcome.*, case
        when outcome.succeeded then 'SUCCEEDED'
        when not locked.is_live then 'CANCELLED'
        when outcome.retry_seconds is null then 'FAILED'
        else 'RETRYING'
      end as status,
      not outcome.succeeded and locked.is_live
        and locked.failing_since < now() - $3::float8 * interval '1 millisecond' as should_disable
    from outcome
    left join locked
      on locked.organization_id = outcome.organization_id
      and locked.id = outcome.subscription_id
  ), settled as (
    -- Includes deliveries canceled during their POST. If the condition listed the open statuses, PostgreSQL would read
    -- the whole index of waiting deliveries.
    update webhook_deliveries${day} as delivery set
      attempts = decided.attempt,
      status = decided.status,
      next_attempt_at = case when decided.status = 'RETRYING'
        then now() + decided.retry_seconds * interval '1 second' end,
      last_attempt_at = to_timestamp(decided.started_ms / 1000),
      response_status = decided.response_status,
      error = decided.error,
      finished_at = case when decided.status <> 'RETRYING' then now() end
    from decided
    where delivery.organization_id = decided.organization_id
      and delivery.id = decided.delivery_id
      and delivery.attempts = decided.attempt - 1
      and delivery.status not in ('SUCCEEDED', 'FAILED')
    returning decided.*
  ), retried as (${insertJobs(RETRYING)}), logged as (
    insert into webhook_attempts${day} (organization_id, delivery_id, attempt, started_at, duration_ms,
      response_status, error, response_body)
    select organization_id, delivery_id, attempt, to_timestamp(started_ms / 1000), duration_ms,
      response_status, error, response_body
    from settled
  ), counted as (
    -- Counted in the hour in which they began. A fixed order avoids deadlocks.
    insert into webhook_hours as hours (organization_id, subscription_id, hour, at_most_ms, shard,
      succeeded, failed)
    select organization_id, subscription_id,
      date_trunc('hour', to_timestamp(started_ms / 1000), 'UTC') as hour,
      ${AT_MOST_MS} as at_most_ms, pg_backend_pid() % ${SHARDS},
      count(*) filter (where succeeded), count(*) filter (where not succeeded)
    from settled
    group by organization_id, subscription_id, hour, at_most_ms
    order by organization_id, subscription_id, hour, at_most_ms
    on conflict (organization_id, subscription_id, hour, at_most_ms, shard) do update set
      succeeded = hours.succeeded + excluded.succeeded, failed = hours.failed + excluded.failed
  ), changed as (
    -- Subscriptions that start to fail with this batch, or stop failing (null).
    select locked.organization_id, locked.id,
      case when not batch.succeeded then batch.since end as failing_since
    from (
      select organization_id, subscription_id, bool_or(succeeded) as succeeded,
        to_timestamp(min(started_ms) / 1000) as since
      from settled
      group by organization_id, subscription_id
    ) as batch
    join locked
      on locked.organization_id = batch.organization_id
      and locked.id = batch.subscription_id
      and (locked.failing_since is not null) = batch.succeeded
  ), failing as (
    update webhook_subscriptions as subscription set failing_since = changed.failing_since
    from changed
    where subscription.organization_id = changed.organization_id and subscription.id = changed.id
  )
  select job_id as "jobId", retry_count as "retryCount", status,
    should_disable is true as "shouldDisable"
  from settled`,
)

/** The parameters of {@link CANCEL}. */
function fencesOf(outcomes: readonly Outcome[]): SqlValue[] {
  return [
    outcomes.map(({ job }) => job.id),
    outcomes.map(({ job }) => `${job.id}:${job.retryCount}`),
  ]
}

/**
 * The parameters of {@link settleOn}.
 *
 * @param retrySeconds for each attempt, seconds until the next; null if there is none
 */
function settleValues(
  made: readonly MadeAttempt[],
  retrySeconds: readonly (number | null)[],
  disableAfterMs: number | null,
): SqlValue[] {
  const attempts = made.map(({ attempt }) => attempt)
  return [
    ...fencesOf(made),
    disableAfterMs,
    made.map(({ job }) => job.retryCount),
    attempts.map(({ due }) => due.organizationId),
    attempts.map(({ due }) => due.subscriptionId),
    attempts.map(({ due }) => due.deliveryId),
    attempts.map(({ due }) => due.attempt),
    attempts.map(({ startedMs }) => startedMs),
    attempts.map(({ durationMs }) => durationMs),
    attempts.map(({ responseStatus }) => responseStatus),
    attempts.map(({ error }) => error),
    attempts.map(({ responseBody }) => responseBody),
    attempts.map(({ succeeded }) => succeeded),
    retrySeconds,
  ]
}
