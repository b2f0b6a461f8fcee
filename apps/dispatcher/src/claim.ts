import { newId, type Sql } from '@mediajobs/db'
import type { FetchedJob } from './job-queue.ts'

/** A webhook delivery that this process may post now, with all that the POST needs. */
export interface Claim {
  readonly organizationId: string
  readonly deliveryId: string
  readonly subscriptionId: string
  readonly eventId: string
  readonly event: string
  readonly attempt: number
  /** Asked for by a person: no other attempt follows when it fails. */
  readonly byHand: boolean
  /** Only who holds it may write the outcome. */
  readonly token: string
  readonly url: string
  readonly secretEncrypted: string
  /** While a rotation lasts. */
  readonly previousSecretEncrypted: string | null
  /** The event's data as JSON text; null when the event is older than the log. */
  readonly data: string | null
  /** Milliseconds from the event to the claim. */
  readonly ageMs: number
  readonly clock: DatabaseClock
}

/** What the database's clock said, and what this process's monotonic clock said when it was told. */
interface DatabaseClock {
  readonly databaseMs: number
  readonly toldAtMs: number
}

interface ClaimedRow extends Omit<Claim, 'token' | 'clock'> {
  isLive: boolean
  nowMs: number
}

// The newest claim wins. A job that is fetched again because its dispatcher died finds the claim of
// the dead one; if that one only slept, its token is no longer in the row when it wakes.
//
// The subscriptions are read first and apart: in one join, the planner would go from an organization
// to all of its deliveries, for it takes a day's new partition to be nearly empty.
const CLAIM = `
  with target as materialized (
    select job.organization_id, job.delivery_id, job.attempt, subscription.url,
      subscription.secret_encrypted,
      case when subscription.previous_secret_until > clock_timestamp()
        then subscription.previous_secret_encrypted end as previous_secret_encrypted,
      subscription.active and subscription.deleted_at is null as is_live
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[])
      as job (organization_id, delivery_id, subscription_id, attempt)
    join webhook_subscriptions as subscription
      on subscription.organization_id = job.organization_id
      and subscription.id = job.subscription_id
  )
  update webhook_deliveries as delivery set
    claim_token = case when target.is_live then $5::uuid end,
    claimed_at = case when target.is_live then clock_timestamp() end,
    status = case when target.is_live then delivery.status else 'CANCELLED' end,
    next_attempt_at = case when target.is_live then delivery.next_attempt_at end,
    finished_at = case when not target.is_live then clock_timestamp() end
  from target
  where delivery.organization_id = target.organization_id
    and delivery.id = target.delivery_id
    and delivery.attempts = target.attempt - 1
    and delivery.status in ('PENDING', 'RETRYING')
  returning target.is_live as "isLive",
    delivery.organization_id as "organizationId",
    delivery.id as "deliveryId",
    delivery.subscription_id as "subscriptionId",
    delivery.event_id as "eventId",
    delivery.event,
    delivery.attempts + 1 as attempt,
    delivery.by_hand as "byHand",
    target.url,
    target.secret_encrypted as "secretEncrypted",
    target.previous_secret_encrypted as "previousSecretEncrypted",
    (select event.data::text from events as event
      where event.organization_id = delivery.organization_id and event.id = delivery.event_id
    ) as data,
    extract(epoch from clock_timestamp() - delivery.created_at)::float8 * 1000 as "ageMs",
    extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"`

/**
 * Claims the deliveries of `jobs` in one statement. A job without a claim in the answer has nothing
 * left to do: its attempt was made, or its delivery has ended. What belongs to a subscription that is
 * switched off or deleted ends CANCELLED here.
 *
 * @returns claims by {@link claimKey}
 */
export async function claimDeliveries(
  sql: Sql,
  jobs: readonly FetchedJob[],
): Promise<Map<string, Claim>> {
  const token = newId()
  const rows = await sql.query<ClaimedRow>(CLAIM, [
    jobs.map((job) => job.organizationId),
    jobs.map((job) => job.deliveryId),
    jobs.map((job) => job.subscriptionId),
    jobs.map((job) => job.attempt),
    token,
  ])
  const toldAtMs = performance.now()
  const live = rows.filter((row) => row.isLive)
  return new Map(
    live.map(({ isLive, nowMs, ...row }) => {
      const claim = { ...row, token, clock: { databaseMs: nowMs, toldAtMs } }
      return [claimKey(claim), claim]
    }),
  )
}

/** What a job and its claim have in common. */
export function claimKey({ deliveryId, attempt }: { deliveryId: string; attempt: number }): string {
  return `${deliveryId}:${attempt}`
}
