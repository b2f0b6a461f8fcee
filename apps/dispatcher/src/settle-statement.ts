import type { SqlValue } from '@mediajobs/db'
import type { WebhookDeliveryStatus } from '@mediajobs/domain'
import type { Attempt } from './attempt.ts'

/** What became of a delivery whose attempt was written. */
export interface SettledRow {
  deliveryId: string
  token: string
  status: WebhookDeliveryStatus
  /** Whether its subscription has only failed for as long as the operator allows. */
  isHopeless: boolean | null
}

/**
 * Writes a batch of attempts: the deliveries, the attempts themselves, and since when subscriptions
 * fail. Of an attempt whose claim is no longer in the row nothing is written.
 *
 * Subscriptions are locked first and apart, as in the claim, and in their order, for two dispatchers
 * may settle the same ones at once: those of failed attempts, since one that is being switched off at
 * this moment cancels what it sees waiting, and a retry that it does not see would wait; and those
 * that failed before. One is written only when it begins or ceases to fail.
 *
 * A delivery is open when its status is none of the final ones: by those of the open ones, PostgreSQL
 * would take the index of all that waits, and read it whole for a batch.
 */
export const SETTLE = `
  with outcome as (
    select * from unnest(
      $1::uuid[], $2::uuid[], $3::int[], $4::uuid[], $5::float8[], $6::int[], $7::smallint[],
      $8::text[], $9::text[], $10::boolean[], $11::float8[], $13::uuid[]
    ) as outcome (
      organization_id, delivery_id, attempt, claim_token, started_ms, duration_ms, response_status,
      error, response_body, succeeded, retry_seconds, subscription_id
    )
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
        and watched.failing_since < now() - $12::float8 * interval '1 millisecond' as is_hopeless
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
      finished_at = case when target.status <> 'RETRYING' then now() end,
      claim_token = null,
      claimed_at = null
    from target
    where delivery.organization_id = target.organization_id
      and delivery.id = target.delivery_id
      and delivery.attempts = target.attempt - 1
      and delivery.claim_token = target.claim_token
      and delivery.status not in ('SUCCEEDED', 'FAILED', 'CANCELLED')
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
  select delivery_id as "deliveryId", claim_token as token, status, is_hopeless as "isHopeless" from settled`

/** @param retrySeconds from now to the next attempt of each, null when there is none */
export function settleValues(
  attempts: readonly Attempt[],
  retrySeconds: readonly (number | null)[],
  disableAfterMs: number | null,
): SqlValue[] {
  return [
    attempts.map(({ claim }) => claim.organizationId),
    attempts.map(({ claim }) => claim.deliveryId),
    attempts.map(({ claim }) => claim.attempt),
    attempts.map(({ claim }) => claim.token),
    attempts.map(({ startedMs }) => startedMs),
    attempts.map(({ durationMs }) => durationMs),
    attempts.map(({ responseStatus }) => responseStatus),
    attempts.map(({ error }) => error),
    attempts.map(({ responseBody }) => responseBody),
    attempts.map(({ succeeded }) => succeeded),
    retrySeconds,
    disableAfterMs,
    attempts.map(({ claim }) => claim.subscriptionId),
  ]
}
