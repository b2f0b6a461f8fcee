import { IS_UNSUCCESSFUL } from '@mediajobs/db/schema'
import { toUtc } from '@mediajobs/domain'
import type { Store } from '@mediajobs/outbox'
import { noSuch, noSuchOrganization } from '../shared/errors.ts'
import { type EndedDelivery, reviveDeliveries } from './revive-deliveries.ts'

/** The webhook deliveries to requeue. Without a field: all that ended FAILED. */
export interface RequeueSpan {
  organizationId?: string | undefined
  subscriptionId?: string | undefined
  /** RFC 3339: ended at this time or later. */
  since?: string | undefined
  /** RFC 3339: ended before this time. Default: now. */
  until?: string | undefined
}

export interface Requeued {
  /** The number of webhook deliveries that get one extra attempt, or in a dry run would get it. */
  requeued: number
  /** The number of those that are left as they are, because their subscription is switched off. */
  switchedOff: number
  /** The end of the span. A repeat with this `until` finds only deliveries that failed in the span. */
  until: string
}

interface Target {
  organizationId: string
  id: string
  active: boolean
}

// The deliveries of one transaction. A dispatcher waits for their locks well below a second.
const BATCH_SIZE = 1_000
const EVER = '1970-01-01T00:00:00Z'

const NOW = `select clock_timestamp()::timestamptz(3) as now`
const SUBSCRIPTIONS = `
  select organization_id as "organizationId", id, active from webhook_subscriptions
  where deleted_at is null
    and ($1::uuid is null or organization_id = $1)
    and ($2::uuid is null or id = $2)
  order by organization_id, id`
// `IS_UNSUCCESSFUL` is there for its index. The condition on `status` then leaves out CANCELLED.
const FAILED = `
  from webhook_deliveries
  where organization_id = $1 and subscription_id = $2
    and ${IS_UNSUCCESSFUL} and status = 'FAILED'
    and finished_at >= $3 and finished_at < $4`
const COUNT = `select count(*) ${FAILED}`
const FIND = `select id, attempts ${FAILED} order by finished_at, id limit ${BATCH_SIZE}`

/**
 * Gives each FAILED webhook delivery one extra attempt, like a retry by hand: with the same id and data, and
 * no other attempt after it. Each batch is a transaction, so another call continues a run that was
 * interrupted. Deliveries that fail again meanwhile are left out. For operators.
 *
 * @param onProgress is called after each batch with the number so far. Null: nothing is written.
 * @throws {OperationError} `not_found` for an unknown organization or subscription.
 */
export async function requeueFailed(
  store: Store,
  span: RequeueSpan,
  onProgress: ((requeued: number) => void) | null,
): Promise<Requeued> {
  const [clock] = await store.sql.query<{ now: string }>(NOW)
  const until = span.until === undefined ? (clock?.now ?? EVER) : toUtc(span.until)
  const since = toUtc(span.since ?? EVER)
  const outcome = { requeued: 0, switchedOff: 0, until }
  for (const { organizationId, id, active } of await findTargets(store, span)) {
    const values = [organizationId, id, since, until]
    if (!active || !onProgress) {
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
      onProgress(outcome.requeued)
    } while (found === BATCH_SIZE)
  }
  return outcome
}

async function findTargets({ sql }: Store, span: RequeueSpan): Promise<Target[]> {
  const { organizationId, subscriptionId } = span
  const values = [organizationId ?? null, subscriptionId ?? null]
  const targets = await sql.query<Target>(SUBSCRIPTIONS, values)
  if (targets.length > 0) return targets
  if (subscriptionId !== undefined) {
    throw noSuch('There is no webhook subscription with this id.')
  }
  if (organizationId !== undefined) {
    const there = await sql.query('select from organizations where id = $1', [organizationId])
    if (there.length === 0) throw noSuchOrganization()
  }
  return []
}
