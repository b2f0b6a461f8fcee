import { one } from '@mediajobs/db'
import { type EventData, type EventName, TEST_EVENT } from '@mediajobs/domain'
import { insertJobs } from './pgboss-tables.ts'
import type { Tx } from './store.ts'
import { activeTraceparent } from './webhook-queue.ts'

const FIRST_JOBS = insertJobs(`(
    select organization_id, id as delivery_id, subscription_id, 1 as attempt, 0 as delay_seconds,
      $4::text as traceparent
    from delivery
  ) as job`)

const WRITE = `
  with event as (
    insert into events (organization_id, id, name, data)
    values ($1, uuid_v7(), $2, $3)
    returning id
  ), subject as materialized (
    -- event_subject reads the whole payload. It runs once, and only when a subscription has a filter.
    select event_subject($3::json) as parts
  ), delivery as (
    insert into webhook_deliveries (organization_id, id, subscription_id, event_id, event)
    select $1, uuid_v7(), subscription.id, event.id, $2
    from event, webhook_subscriptions as subscription
    where subscription.organization_id = $1
      and subscription.active
      and subscription.deleted_at is null
      and $2 = any (subscription.events)
      and (subscription.filter is null
        or event_fits(subscription.filter, (select parts from subject)))
    returning organization_id, id, subscription_id
  ), job as (${FIRST_JOBS})
  select count(*)::int as deliveries from delivery`

const WRITE_QUIETLY = `
  insert into events (organization_id, id, name, data, quiet) values ($1, uuid_v7(), $2, $3, true)`

const WRITE_TEST = `
  with event as (
    insert into events (organization_id, id, name, data)
    values ($1, uuid_v7(), $2, $3)
    returning id
  ), delivery as (
    insert into webhook_deliveries (organization_id, id, subscription_id, event_id, event)
    select $1, uuid_v7(), $5, event.id, $2 from event
    returning organization_id, id, subscription_id
  ), job as (${FIRST_JOBS})
  select id from delivery`

/**
 * Writes an event with a webhook delivery and job for each active subscription that lists it and whose filter passes
 * it, in the caller's transaction. Receivers are sent `event`, `orgId` and the fields of `data`. After
 * `Tx.withoutWebhooks` only the event is written. Operations call the typed {@link publishEvent}.
 *
 * Doesn't wait: unless another statement comes between, it shares a packet with COMMIT, which fails if it does.
 */
export function writeEvent(tx: Tx, orgId: string, name: EventName, data: object): void {
  const payload = JSON.stringify({ event: name, orgId, ...data })
  void tx.publishing(name, async () => {
    if (tx.isWithoutWebhooks) {
      await tx.besideCommit.query(WRITE_QUIETLY, [orgId, name, payload])
      return
    }
    const values = [orgId, name, payload, activeTraceparent()]
    const [written] = await tx.besideCommit.query<{ deliveries: number }>(WRITE, values)
    if (written && written.deliveries > 0) tx.wakeDispatchers()
  })
}

/** {@link writeEvent} with typed `data`, whose fields are sent to receivers in order, after `event` and `orgId`. */
export function publishEvent<Name extends EventName>(
  tx: Tx,
  orgId: string,
  name: Name,
  data: EventData<Name>,
): void {
  writeEvent(tx, orgId, name, data)
}

/** Writes a test event for a subscription, regardless of its events. @returns the delivery's id */
export async function writeTestEvent(
  tx: Tx,
  orgId: string,
  subscriptionId: string,
  data: object,
): Promise<string> {
  const payload = JSON.stringify({ event: TEST_EVENT, orgId, ...data })
  return tx.publishing(TEST_EVENT, async () => {
    const values = [orgId, TEST_EVENT, payload, activeTraceparent(), subscriptionId]
    const written = await tx.query<{ id: string }>(WRITE_TEST, values)
    tx.wakeDispatchers()
    return one(written, 'the insert of a test delivery').id
  })
}
