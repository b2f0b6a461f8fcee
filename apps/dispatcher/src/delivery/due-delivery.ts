import type { Sql } from '@mediajobs/db'
import { isFrozen } from '@mediajobs/db/schema'
import type { FetchedJob } from '../queue/job.ts'

/** A webhook delivery whose next attempt is due, with all that the POST needs. */
export interface DueDelivery {
  readonly organizationId: string
  readonly deliveryId: string
  readonly subscriptionId: string
  readonly eventId: string
  readonly event: string
  readonly attempt: number
  /** The attempt was requested by hand. When it fails, no other follows. */
  readonly byHand: boolean
  readonly url: string
  readonly secretEncrypted: string
  /** Null when no rotation of the secret is under way. */
  readonly previousSecretEncrypted: string | null
  /** The headers that its subscription adds, encrypted. Null: none. */
  readonly headersEncrypted: string | null
  /** Whether the headers of Standard Webhooks are sent too. */
  readonly standardWebhooks: boolean
  /** Webhooks that may start in one second. Null: no such limit. */
  readonly maxPerSecond: number | null
  /** Milliseconds from the event until it was read here. */
  readonly ageMs: number
  readonly clock: DatabaseClock
}

/** A webhook delivery that is due, with its event's data if they are small. */
export interface DueJob {
  readonly due: DueDelivery
  /** Bytes of the data as JSON text in UTF-8. Null when the event is older than the log. */
  readonly dataBytes: number | null
  /** The JSON text. Null when it is too large to be read together with its delivery. */
  readonly data: string | null
  /** A move has frozen its organization: it must not be posted now. */
  readonly isFrozen: boolean
}

/** The same moment on the database's clock and on this process's monotonic clock. */
interface DatabaseClock {
  readonly databaseMs: number
  readonly readAtMs: number
}

/** A row of {@link selectDue}. */
export interface DueRow extends Omit<DueDelivery, 'clock'>, Omit<DueJob, 'due'> {
  isLive: boolean
  nowMs: number
}

/**
 * SQL: the CTEs `target` and `due` with the {@link DueRow}s of jobs.
 *
 * @param jobs the rows `job (organization_id, delivery_id, subscription_id, attempt)`
 * @param inlineBytes data of at most so many bytes are read too
 */
export function selectDue(jobs: string, inlineBytes: string): string {
  return `target as materialized (
    -- Subscriptions are read first. In one join, the planner would read all deliveries of an
    -- organization, because it expects the partition of a new day to be nearly empty.
    select job.organization_id, job.delivery_id, job.attempt, subscription.url,
      subscription.secret_encrypted,
      case when subscription.previous_secret_until > clock_timestamp()
        then subscription.previous_secret_encrypted end as previous_secret_encrypted,
      subscription.headers_encrypted, subscription.standard_webhooks, subscription.max_per_second,
      subscription.active and subscription.deleted_at is null as is_live,
      ${isFrozen('job.organization_id')} as is_frozen
    from ${jobs}
    join webhook_subscriptions as subscription
      on subscription.organization_id = job.organization_id
      and subscription.id = job.subscription_id
  ), due as (
    select target.is_live as "isLive", target.is_frozen as "isFrozen",
      delivery.organization_id as "organizationId",
      delivery.id as "deliveryId",
      delivery.subscription_id as "subscriptionId",
      delivery.event_id as "eventId",
      delivery.event,
      target.attempt,
      delivery.by_hand as "byHand",
      target.url,
      target.secret_encrypted as "secretEncrypted",
      target.previous_secret_encrypted as "previousSecretEncrypted",
      target.headers_encrypted as "headersEncrypted",
      target.standard_webhooks as "standardWebhooks",
      target.max_per_second as "maxPerSecond",
      octet_length(event.text) as "dataBytes",
      case when octet_length(event.text) <= ${inlineBytes} then event.text end as data,
      extract(epoch from clock_timestamp() - delivery.created_at)::float8 * 1000 as "ageMs",
      extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"
    from target
    join webhook_deliveries as delivery
      on delivery.organization_id = target.organization_id
      and delivery.id = target.delivery_id
      and delivery.attempts = target.attempt - 1
      and delivery.status not in ('SUCCEEDED', 'FAILED', 'CANCELLED')
    left join lateral (
      -- offset 0: otherwise the text would be made twice, for its length and for itself.
      select event.data::text as text from events as event
      where event.organization_id = delivery.organization_id and event.id = delivery.event_id
      offset 0
    ) as event on true
  )`
}

const DUE = `
  with ${selectDue(
    `unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[])
      as job (organization_id, delivery_id, subscription_id, attempt)`,
    '$5',
  )}
  select * from due`

/**
 * Reads the webhook deliveries of `jobs` in one statement. A job that is not in the result has nothing to
 * post: its attempt was made, its delivery has ended, or its subscription is switched off or deleted.
 *
 * @param inlineBytes data of at most this size are read too
 * @returns deliveries by {@link attemptKey}
 */
export async function readDueDeliveries(
  sql: Sql,
  jobs: readonly FetchedJob[],
  inlineBytes: number,
): Promise<Map<string, DueJob>> {
  const rows = await sql.query<DueRow>(DUE, [
    jobs.map((job) => job.organizationId),
    jobs.map((job) => job.deliveryId),
    jobs.map((job) => job.subscriptionId),
    jobs.map((job) => job.attempt),
    inlineBytes,
  ])
  return dueJobsOf(rows)
}

/** The deliveries that may be posted, or wait for a move, by {@link attemptKey}. Call it when `rows` have just come. */
export function dueJobsOf(rows: readonly DueRow[]): Map<string, DueJob> {
  const readAtMs = performance.now()
  const wanted = rows.filter((row) => row.isLive || row.isFrozen)
  return new Map(
    wanted.map(({ isLive, isFrozen, nowMs, data, dataBytes, ...row }) => {
      const due = { ...row, clock: { databaseMs: nowMs, readAtMs } }
      return [attemptKey(due), { due, data, dataBytes, isFrozen }]
    }),
  )
}

/** The key of an attempt, from its job or from its delivery. */
export function attemptKey(of: { deliveryId: string; attempt: number }): string {
  return `${of.deliveryId}:${of.attempt}`
}
