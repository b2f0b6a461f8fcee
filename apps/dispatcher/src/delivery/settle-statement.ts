import type { SqlValue } from '@mediajobs/db'
import type { WebhookDeliveryStatus } from '@mediajobs/domain'
import { QUEUE_SCHEMA, WEBHOOK_QUEUE } from '@mediajobs/outbox'
import type { HeldJob } from '../queue/job.ts'
import type { Attempt } from './attempt.ts'

/** An attempt, with the job that it was made for. */
export interface MadeAttempt {
  readonly job: HeldJob
  readonly attempt: Attempt
}

/** What became of a delivery whose attempt was written. */
export interface SettledRow {
  jobId: string
  retryCount: number
  status: WebhookDeliveryStatus
  /** Whether its subscription has only failed for as long as the operator allows. */
  shouldDisable: boolean | null
}

// Each fetch of a job has another `retry_count`, so that a dispatcher that slept through its lease
// removes nothing that another has. In whatever state the job is: while nobody else has fetched it, it
// is still this process's. (pg-boss's own deletion leaves alone what has lapsed.) The pairs are compared
// as pg-boss does it: PostgreSQL hashes them, where it would go through a join of two arrays in a loop.
const REMOVED = `
  removed as (
    delete from ${QUEUE_SCHEMA}.job as job
    where job.name = '${WEBHOOK_QUEUE}'
      and job.id = any($1::uuid[])
      and job.id::text || ':' || job.retry_count = any($2::text[])
    returning job.id, job.retry_count, job.data
  )`

/**
 * Removes jobs that had nothing to post. When that was for want of a live subscription, the delivery
 * has ended CANCELLED, or does so here.
 */
export const CANCEL = `
  with ${REMOVED}
  update webhook_deliveries as delivery set
    status = 'CANCELLED',
    next_attempt_at = null,
    finished_at = clock_timestamp()
  from removed
  where delivery.organization_id = (removed.data ->> 'organizationId')::uuid
    and delivery.id = (removed.data ->> 'deliveryId')::uuid
    and delivery.attempts = (removed.data ->> 'attempt')::int - 1
    and delivery.status not in ('SUCCEEDED', 'FAILED', 'CANCELLED')`

/**
 * Removes the jobs of a batch of attempts and writes what came of them: the deliveries, the attempts
 * themselves, and since when subscriptions fail. Of an attempt whose job another dispatcher has
 * fetched meanwhile nothing is written.
 *
 * Subscriptions are locked first and apart, and in their order, for two dispatchers may settle the
 * same ones at once: those of failed attempts, since one that is being switched off at this moment
 * cancels what it sees waiting, and a retry that it does not see would wait; and those that failed
 * before. One is written only when it begins or ceases to fail.
 *
 * A delivery that was cancelled while it was being posted gets what came of it as well. It is looked
 * for by the statuses that it does not have: by those of the open ones, PostgreSQL would take the
 * index of all that waits, and read it whole for a batch.
 */
export const SETTLE = `
  with ${REMOVED}, outcome as (
    select outcome.* from unnest(
      $1::uuid[], $4::int[], $5::uuid[], $6::uuid[], $7::uuid[], $8::int[], $9::float8[],
      $10::int[], $11::smallint[], $12::text[], $13::text[], $14::boolean[], $15::float8[]
    ) as outcome (
      job_id, retry_count, organization_id, subscription_id, delivery_id, attempt, started_ms,
      duration_ms, response_status, error, response_body, succeeded, retry_seconds
    )
    join removed on removed.id = outcome.job_id and removed.retry_count = outcome.retry_count
  ), watched as materialized (
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
  ), target as materialized (
    select outcome.*, case
        when outcome.succeeded then 'SUCCEEDED'
        when not watched.is_live then 'CANCELLED'
        when outcome.retry_seconds is null then 'FAILED'
        else 'RETRYING'
      end as status,
      not outcome.succeeded and watched.is_live
        and watched.failing_since < now() - $3::float8 * interval '1 millisecond' as should_disable
    from outcome
    left join watched
      on watched.organization_id = outcome.organization_id
      and watched.id = outcome.subscription_id
  ), settled as (
    update webhook_deliveries as delivery set
      attempts = target.attempt,
      status = target.status,
      next_attempt_at = case when target.status = 'RETRYING'
        then now() + target.retry_seconds * interval '1 second' end,
      last_attempt_at = to_timestamp(target.started_ms / 1000),
      response_status = target.response_status,
      error = target.error,
      finished_at = case when target.status <> 'RETRYING' then now() end
    from target
    where delivery.organization_id = target.organization_id
      and delivery.id = target.delivery_id
      and delivery.attempts = target.attempt - 1
      and delivery.status not in ('SUCCEEDED', 'FAILED')
    returning target.*
  ), logged as (
    insert into webhook_attempts (organization_id, delivery_id, attempt, started_at, duration_ms,
      response_status, error, response_body)
    select organization_id, delivery_id, attempt, to_timestamp(started_ms / 1000), duration_ms,
      response_status, error, response_body
    from settled
  ), turned as (
    select watched.organization_id, watched.id,
      case when not verdict.succeeded then verdict.since end as failing_since
    from (
      select organization_id, subscription_id, bool_or(succeeded) as succeeded,
        to_timestamp(min(started_ms) / 1000) as since
      from settled
      group by organization_id, subscription_id
    ) as verdict
    join watched
      on watched.organization_id = verdict.organization_id
      and watched.id = verdict.subscription_id
      and (watched.failing_since is not null) = verdict.succeeded
  ), noted as (
    update webhook_subscriptions as subscription set failing_since = turned.failing_since
    from turned
    where subscription.organization_id = turned.organization_id and subscription.id = turned.id
  )
  select job_id as "jobId", retry_count as "retryCount", status, should_disable as "shouldDisable"
  from settled`

/** The parameters of {@link CANCEL}. */
export function removalValues(jobs: readonly HeldJob[]): SqlValue[] {
  return [jobs.map(({ id }) => id), jobs.map(({ id, retryCount }) => `${id}:${retryCount}`)]
}

/**
 * The parameters of {@link SETTLE}.
 *
 * @param retrySeconds from now to the next attempt of each, null when there is none
 */
export function settleValues(
  made: readonly MadeAttempt[],
  retrySeconds: readonly (number | null)[],
  disableAfterMs: number | null,
): SqlValue[] {
  const jobs = made.map(({ job }) => job)
  const attempts = made.map(({ attempt }) => attempt)
  return [
    ...removalValues(jobs),
    disableAfterMs,
    jobs.map(({ retryCount }) => retryCount),
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
