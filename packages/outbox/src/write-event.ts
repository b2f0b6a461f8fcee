import { one } from '@mediajobs/db'
import { type EventName, TEST_EVENT } from '@mediajobs/domain'
import type { Tx } from './tx.ts'

interface NewDelivery {
  id: string
  subscription_id: string
}

const WRITE = `
  with event as (
    insert into events (organization_id, id, name, data)
    values ($1, uuid_v7(), $2, $3)
    returning id
  ), subject as materialized (
    -- event_subject reads the whole payload. It runs once, and only when a subscription has a filter.
    select event_subject($3::json) as parts
  )
  insert into webhook_deliveries (organization_id, id, subscription_id, event_id, event)
  select $1, uuid_v7(), subscription.id, event.id, $2
  from event, webhook_subscriptions as subscription
  where subscription.organization_id = $1
    and subscription.active
    and subscription.deleted_at is null
    and $2 = any (subscription.events)
    and (subscription.filter is null
      or event_fits(subscription.filter, (select parts from subject)))
  returning id, subscription_id`

const WRITE_QUIETLY = `
  insert into events (organization_id, id, name, data, quiet) values ($1, uuid_v7(), $2, $3, true)`

const WRITE_TEST = `
  with event as (
    insert into events (organization_id, id, name, data)
    values ($1, uuid_v7(), $2, $3)
    returning id
  )
  insert into webhook_deliveries (organization_id, id, subscription_id, event_id, event)
  select $1, uuid_v7(), $4, event.id, $2 from event
  returning id, subscription_id`

/**
 * Writes the event `name` of `orgId`, one webhook delivery for each active subscription that lists it and whose
 * filter it fits, and their jobs, all in the caller's transaction. Receivers get `event`, `orgId` and then the
 * fields of `data`. Without webhooks (`Tx.withoutWebhooks`) only the event is written. Operations call
 * `publishEvent` of packages/operations, which has the type of each event's data.
 */
export async function writeEvent(
  tx: Tx,
  orgId: string,
  name: EventName,
  data: object,
): Promise<void> {
  const payload = JSON.stringify({ event: name, orgId, ...data })
  await tx.publishing(name, async () => {
    if (tx.isWithoutWebhooks) {
      await tx.query(WRITE_QUIETLY, [orgId, name, payload])
      return
    }
    const deliveries = await tx.query<NewDelivery>(WRITE, [orgId, name, payload])
    await enqueue(tx, orgId, deliveries)
  })
}

/** Writes a test event for one subscription. Its list of events does not matter. @returns the id of its delivery */
export async function writeTestEvent(
  tx: Tx,
  orgId: string,
  subscriptionId: string,
  data: object,
): Promise<string> {
  const payload = JSON.stringify({ event: TEST_EVENT, orgId, ...data })
  const values = [orgId, TEST_EVENT, payload, subscriptionId]
  const delivery = one(
    await tx.publishing(TEST_EVENT, async () => {
      const deliveries = await tx.query<NewDelivery>(WRITE_TEST, values)
      await enqueue(tx, orgId, deliveries)
      return deliveries
    }),
    'the insert of a test delivery',
  )
  return delivery.id
}

async function enqueue(tx: Tx, orgId: string, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  const jobs = deliveries.map((delivery) => ({
    organizationId: orgId,
    deliveryId: delivery.id,
    subscriptionId: delivery.subscription_id,
    attempt: 1,
  }))
  await tx.webhookQueue.insert(tx, jobs)
  tx.wakeDispatchers()
}
