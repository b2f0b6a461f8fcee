import { IS_UNSUCCESSFUL, webhookSubscriptions } from '@mediajobs/db/schema'
import { MAX_RECOVERED_DELIVERIES, TEST_EVENT, toUtc } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { invalid, notFound } from '../shared/errors.ts'
import { LONGEST_TRANSACTION } from '../shared/id-time.ts'
import { type EndedDelivery, reviveDeliveries } from './revive-deliveries.ts'
import {
  inactiveSubscription,
  isSubscription,
  type Subscription,
  subscriptionColumns,
} from './subscription.ts'

/** What a recovery is about: deliveries that ended in this time, and events of this time. */
export interface RecoveredSpan {
  since: string
  until?: string
}

/** The result of a recovery. */
export interface Recovery {
  /** The number of FAILED or CANCELLED webhook deliveries that get one extra attempt. */
  retried: number
  /** The number of new webhook deliveries, for events that had none. */
  created: number
  /** True when one call could not recover all: another call recovers the next ones. */
  more: boolean
}

// Two recoveries at once would both find the events without a delivery. It is no row lock: a lock of the
// subscription could deadlock with the dispatcher, which locks deliveries before their subscription.
const LOCK = `select pg_advisory_xact_lock(hashtextextended('webhooks.recover:' || $1, 0))`

// The oldest come first: a recovered delivery that fails again ends later, so it comes after those that are
// not recovered yet.
const FIND_ENDED = `
  select id, attempts from webhook_deliveries
  where organization_id = $1 and subscription_id = $2 and ${IS_UNSUCCESSFUL}
    and finished_at >= $3 and finished_at <= coalesce($4::timestamptz, 'infinity')
    and event <> '${TEST_EVENT}'
  order by finished_at, id
  limit ${MAX_RECOVERED_DELIVERIES}`

// A pause counts LONGEST_TRANSACTION longer: a transaction that runs while the subscription is switched on may
// still see it switched off. The event of that transaction has no delivery, although its time is later.
// A delivery is never older than its event. `not in` reads the deliveries once. With `not exists` the planner
// reads them for each event, because it expects few events in a pause.
const CREATE_MISSED = `
  insert into webhook_deliveries (organization_id, id, subscription_id, event_id, event)
  select $1, uuid_v7(), $2, missed.id, missed.name
  from (
    select event.id, event.name
    from webhook_pauses as pause
    join events as event
      on event.id >= uuid_v7_floor(pause.began_at)
      and event.id < uuid_v7_floor(coalesce(pause.ended_at, now()) + ${LONGEST_TRANSACTION})
    where pause.organization_id = $1
      and pause.subscription_id = $2
      and event.organization_id = $1
      and event.id >= uuid_v7_floor($3)
      and event.created_at <= coalesce($6::timestamptz, 'infinity')
      and event.name = any ($4)
      and ($5::jsonb is null or event_fits($5::jsonb, event_subject(event.data)))
      and not event.quiet
      and event.id not in (
        select delivery.event_id from webhook_deliveries as delivery
        where delivery.organization_id = $1
          and delivery.subscription_id = $2
          and delivery.id >= uuid_v7_floor($3)
      )
    order by event.id
    limit ${MAX_RECOVERED_DELIVERIES}
  ) as missed
  returning id`

/**
 * Sends again what a subscription missed during an outage of its receiver. Every delivery that ended FAILED
 * or CANCELLED since `since` gets one extra attempt. Every event since then without a delivery gets one, if
 * it came while the subscription was switched off, the subscription lists it now, and its filter lets it through.
 * Test events and events of quiet imports are left out. The log goes back 30 days. docs/contract.md#c11-recover
 *
 * @param span RFC 3339. Without `until` it has no end.
 * @throws {OperationError} `not_found`, or `conflict` for a subscription that is switched off.
 */
export async function recoverDeliveries(
  tx: Tx,
  orgId: string,
  subscriptionId: string,
  span: RecoveredSpan,
): Promise<Recovery> {
  await tx.query(LOCK, [subscriptionId])
  const [subscription] = await tx.orm
    .select(subscriptionColumns)
    .from(webhookSubscriptions)
    .where(isSubscription(orgId, subscriptionId))
  if (!subscription) throw notFound()
  if (!subscription.active) throw inactiveSubscription()
  const since = toUtc(span.since)
  const until = span.until === undefined ? null : toUtc(span.until)
  if (until !== null && until <= since)
    throw invalid('until', 'too_small', 'must be later than since')
  const values = [orgId, subscriptionId, since, until]
  const ended = await tx.query<EndedDelivery>(FIND_ENDED, values)
  const revived = await reviveDeliveries(tx, orgId, subscriptionId, ended)
  const created = await createMissed(tx, subscription, { since, until })
  return {
    retried: revived.length,
    created,
    more: ended.length === MAX_RECOVERED_DELIVERIES || created === MAX_RECOVERED_DELIVERIES,
  }
}

async function createMissed(
  tx: Tx,
  { organizationId, id: subscriptionId, events, filter, createdAt }: Subscription,
  { since, until }: { since: string; until: string | null },
): Promise<number> {
  const first = since > createdAt ? since : createdAt
  const created = await tx.query<{ id: string }>(CREATE_MISSED, [
    organizationId,
    subscriptionId,
    first,
    events,
    filter && JSON.stringify(filter),
    until,
  ])
  if (created.length === 0) return 0
  const jobs = created.map(({ id }) => ({
    organizationId,
    deliveryId: id,
    subscriptionId,
    attempt: 1,
  }))
  await tx.webhookQueue.insert(tx, jobs)
  tx.wakeDispatchers()
  return created.length
}
