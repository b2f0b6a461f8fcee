// Raw SQL: batches, and plans that depend on the text.
import { IS_UNSUCCESSFUL, isAway } from '@mediajobs/db/schema'
import { MAX_RECOVERED_DELIVERIES, TEST_EVENT, toUtc } from '@mediajobs/domain'
import type { Store, Tx } from '@mediajobs/outbox'
import { invalid, noSuch } from '../shared/errors.ts'
import { LONGEST_TRANSACTION } from '../shared/id-time.ts'
import { getSubscription, inactiveSubscription, type Subscription } from './subscriptions.ts'

/** An ended webhook delivery. */
interface EndedDelivery {
  id: string
  /** So far. */
  attempts: number
}

const REVIVE = `
  update webhook_deliveries set
    status = case when attempts = 0 then 'PENDING' else 'RETRYING' end,
    by_hand = true,
    next_attempt_at = now(),
    finished_at = null
  where organization_id = $1 and id = any ($2) and status not in ('PENDING', 'RETRYING')
  returning id, attempts`

/**
 * Schedules one extra attempt for each of `ended`. Skips those revived concurrently.
 *
 * Lock order: jobs before deliveries, as in the dispatcher. Discards old jobs first: a canceled delivery may still have
 * one for the same attempt, due far later.
 *
 * @returns the revived deliveries
 */
export async function reviveDeliveries(
  tx: Tx,
  organizationId: string,
  subscriptionId: string,
  ended: readonly EndedDelivery[],
): Promise<EndedDelivery[]> {
  if (ended.length === 0) return []
  const nextOf = ({ id, attempts }: EndedDelivery) => ({
    organizationId,
    deliveryId: id,
    subscriptionId,
    attempt: attempts + 1,
  })
  await tx.webhookQueue.discard(tx, ended.map(nextOf))
  const revived = await tx.query<EndedDelivery>(REVIVE, [organizationId, ended.map(({ id }) => id)])
  if (revived.length === 0) return []
  await tx.webhookQueue.insert(tx, revived.map(nextOf))
  tx.wakeDispatchers()
  return revived
}

export interface Recovery {
  /** FAILED or CANCELLED webhook deliveries with an extra attempt. */
  retried: number
  /** Webhook deliveries of events that had none. */
  created: number
  /** Call again to recover more. */
  more: boolean
}

// Serializes recoveries: concurrent ones would both find the events without a delivery. A row lock of the subscription
// could deadlock with the dispatcher, which locks deliveries first.
const LOCK = `select pg_advisory_xact_lock(hashtextextended('webhooks.recover:' || $1, 0))`

// Oldest first: recovered deliveries that fail again queue behind unrecovered ones.
const FIND_ENDED = `
  select id, attempts from webhook_deliveries
  where organization_id = $1 and subscription_id = $2 and ${IS_UNSUCCESSFUL}
    and finished_at >= $3 and finished_at <= coalesce($4::timestamptz, 'infinity')
    and event <> '${TEST_EVENT}'
  order by finished_at, id
  limit ${MAX_RECOVERED_DELIVERIES}`

// Extends pauses by LONGEST_TRANSACTION: a transaction that overlaps the activation may still see the subscription
// inactive and write a later event without a delivery. A delivery is never older than its event. `not in` reads the
// deliveries once; with `not exists` the planner, expecting few events in a pause, would read them per event.
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
 * Resends what a subscription missed during an outage: an extra attempt for each delivery that ended FAILED or CANCELLED in
 * `span`, and a delivery for each event of its inactive times that its current events and filter select. Skips test
 * events and quiet imports. The log goes back 30 days. docs/contract.md#c11-recover
 *
 * @param span RFC 3339; open-ended without `until`
 * @throws {OperationError} `invalid`, `not_found`, or `conflict` for an inactive subscription.
 */
export async function recoverDeliveries(
  tx: Tx,
  orgId: string,
  subscriptionId: string,
  span: { since: string; until?: string },
): Promise<Recovery> {
  const since = toUtc(span.since)
  const until = span.until === undefined ? null : toUtc(span.until)
  if (until !== null && until <= since)
    throw invalid('until', 'too_small', 'must be later than since')
  await tx.query(LOCK, [subscriptionId])
  const subscription = await getSubscription(tx, orgId, subscriptionId)
  if (!subscription.active) throw inactiveSubscription()
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
  const job = { organizationId, subscriptionId, attempt: 1 }
  await tx.webhookQueue.insert(
    tx,
    created.map(({ id }) => ({ ...job, deliveryId: id })),
  )
  tx.wakeDispatchers()
  return created.length
}

/** Selects FAILED webhook deliveries. Default: all. */
export interface RequeueSpan {
  organizationId?: string | undefined
  subscriptionId?: string | undefined
  /** RFC 3339; inclusive, by end. */
  since?: string | undefined
  /** RFC 3339; exclusive, by end. Default: now. */
  until?: string | undefined
}

export interface Requeued {
  /** Webhook deliveries with an extra attempt, or candidates in a dry run. */
  requeued: number
  /** Skipped: the subscription is inactive. */
  switchedOff: number
  /** The end of the span, to repeat the run without picking up new failures. */
  until: string
}

interface RequeueReport {
  onBegin(until: string): void
  /** Called after each batch with the number so far. */
  onProgress(requeued: number): void
}

interface Target {
  organizationId: string
  id: string
  active: boolean
}

// Blocks dispatchers for well below a second.
const BATCH_SIZE = 1_000
const EVER = '1970-01-01T00:00:00Z'

const SUBSCRIPTIONS = `
  select organization_id as "organizationId", id, active from webhook_subscriptions
  where deleted_at is null
    and ($1::uuid is null or organization_id = $1)
    and ($2::uuid is null or id = $2)
    and ($2::uuid is not null or not ${isAway('webhook_subscriptions.organization_id')})
  order by organization_id, id`
// `IS_UNSUCCESSFUL` matches the partial index; the condition on `status` excludes CANCELLED.
const FAILED = `
  from webhook_deliveries
  where organization_id = $1 and subscription_id = $2
    and ${IS_UNSUCCESSFUL} and status = 'FAILED'
    and finished_at >= $3 and finished_at < $4`
const COUNT = `select count(*) ${FAILED}`
const FIND = `select id, attempts ${FAILED} order by finished_at, id limit ${BATCH_SIZE}`

/**
 * Retries FAILED webhook deliveries once, like a manual retry. A transaction per batch; resumable. Skips deliveries that
 * fail again meanwhile. For operators.
 *
 * @param report null: a dry run
 * @throws {OperationError} `not_found` for an unknown subscription.
 */
export async function requeueFailed(
  store: Store,
  span: RequeueSpan,
  report: RequeueReport | null,
): Promise<Requeued> {
  const [clock] = await store.sql.query<{ now: string }>(
    'select clock_timestamp()::timestamptz(3) as now',
  )
  const until = span.until === undefined ? (clock?.now ?? EVER) : toUtc(span.until)
  const since = toUtc(span.since ?? EVER)
  const outcome = { requeued: 0, switchedOff: 0, until }
  report?.onBegin(until)
  for (const { organizationId, id, active } of await findTargets(store, span)) {
    const values = [organizationId, id, since, until]
    if (!active || !report) {
      const [row] = await store.sql.query<{ count: number }>(COUNT, values)
      outcome[active ? 'requeued' : 'switchedOff'] += row?.count ?? 0
      continue
    }
    let found: number
    do {
      const batch = await store.transaction(async (tx) => {
        const ended = await tx.query<EndedDelivery>(FIND, values)
        return { ended, revived: await reviveDeliveries(tx, organizationId, id, ended) }
      })
      found = batch.ended.length
      outcome.requeued += batch.revived.length
      report.onProgress(outcome.requeued)
    } while (found === BATCH_SIZE)
  }
  return outcome
}

async function findTargets({ sql }: Store, span: RequeueSpan): Promise<Target[]> {
  const { organizationId, subscriptionId } = span
  const values = [organizationId ?? null, subscriptionId ?? null]
  const targets = await sql.query<Target>(SUBSCRIPTIONS, values)
  if (targets.length === 0 && subscriptionId !== undefined)
    throw noSuch('No webhook subscription has this id.')
  return targets
}
