// Raw SQL: window functions.
import { type Sql, violatedConstraint } from '@mediajobs/db'
import { type EventFilter, webhookSubscriptions } from '@mediajobs/db/schema'
import { type EventName, type KeyRing, STATS_HOURS } from '@mediajobs/domain'
import { and, type Column, eq, isNull, sql } from 'drizzle-orm'
import { conflict, notFound } from '../shared/errors.ts'
import type { Page, PageRequest } from '../shared/paging.ts'
import { record } from '../shared/record.ts'
import { masked, type OwnHeaders } from './own-headers.ts'
import type { ReceiverPolicy } from './receiver-url.ts'

/** The record's columns, without signing secrets. */
export const subscriptionColumns = {
  id: webhookSubscriptions.id,
  organizationId: webhookSubscriptions.organizationId,
  url: webhookSubscriptions.url,
  events: webhookSubscriptions.events,
  active: webhookSubscriptions.active,
  createdAt: webhookSubscriptions.createdAt,
  updatedAt: webhookSubscriptions.updatedAt,
  disabledReason: webhookSubscriptions.disabledReason,
  previousSecretUntil: sql<
    string | null
  >`case when ${webhookSubscriptions.previousSecretUntil} > clock_timestamp()
      then ${webhookSubscriptions.previousSecretUntil} end`.mapWith(
    webhookSubscriptions.previousSecretUntil,
  ),
  description: webhookSubscriptions.description,
  metadata: webhookSubscriptions.metadata,
  headers: sql<OwnHeaders>`${webhookSubscriptions.headerNames}`.mapWith((names) =>
    masked(webhookSubscriptions.headerNames.mapFromDriverValue(names as string[]) as string[]),
  ),
  filter: webhookSubscriptions.filter,
  maxPerSecond: webhookSubscriptions.maxPerSecond,
  standardWebhooks: webhookSubscriptions.standardWebhooks,
}

type Row = typeof webhookSubscriptions.$inferSelect

export interface Subscription extends Pick<Row, keyof Row & keyof typeof subscriptionColumns> {
  /** Masked. */
  headers: OwnHeaders
}

/** A subscription's writable fields. */
export interface SubscriptionInput {
  /** Not normalized: see `receiverUrl`. */
  url: string
  /** Non-empty, without duplicates. */
  events: EventName[]
  /** Default: true. */
  active?: boolean
  description?: string | null
  metadata?: Record<string, string>
  headers?: OwnHeaders
  filter?: EventFilter | null
  maxPerSecond?: number | null
  standardWebhooks?: boolean
}

/** The dependencies of writes. */
export interface Subscribing {
  readonly keyRing: KeyRing
  readonly receivers: ReceiverPolicy
}

export const subscriptions = record(webhookSubscriptions, {
  columns: subscriptionColumns,
  exists: isNull(webhookSubscriptions.deletedAt),
  refusal: writeError,
})

/** SQL condition: the subscription `id` of `orgId`, not deleted. */
export function isSubscription(orgId: string, id: string | Column) {
  return and(
    eq(webhookSubscriptions.organizationId, orgId),
    eq(webhookSubscriptions.id, id),
    isNull(webhookSubscriptions.deletedAt),
  )
}

/** @throws {OperationError} `not_found`. */
export const getSubscription = subscriptions.get

/**
 * The organization's subscriptions, newest first.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export function listSubscriptions(
  sql: Sql,
  orgId: string,
  page: PageRequest,
): Promise<Page<Subscription>> {
  return subscriptions.page(sql, orgId, page, { list: { list: 'webhook-subscriptions' } })
}

export function inactiveSubscription() {
  return conflict('subscription_inactive', 'The subscription is switched off: set active to true.')
}

export function writeError(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'webhook_subscriptions_url_unique':
      return conflict('duplicate_url', 'Another subscription already has this url.').at('url')
    case 'webhook_subscriptions_organization_id_organizations_id_fk':
      return notFound()
    default:
      return error
  }
}

/** Attempts started in an hour. */
export interface HourOfAttempts {
  startsAt: string
  /** 2xx responses. */
  succeeded: number
  failed: number
  /** Rounded up by at most 12 %. Null without attempts. */
  p95Ms: number | null
}

export interface SubscriptionStats {
  subscriptionId: string
  /** The last 24, oldest first, including the current one. */
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
 * A subscription's attempts per hour, at constant cost from `webhook_hours`. docs/contract.md#c14-subscription-stats
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
