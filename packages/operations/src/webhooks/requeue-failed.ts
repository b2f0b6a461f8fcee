import { IS_UNSUCCESSFUL } from '@mediajobs/db/schema'
import { toUtc } from '@mediajobs/domain'
import type { Store } from '@mediajobs/outbox'
import { noSuch, noSuchOrganization } from '../not-there.ts'
import { type EndedDelivery, reviveDeliveries } from './revive-deliveries.ts'

/** Which webhook deliveries; all that ended FAILED where nothing is given. */
export interface RequeueSpan {
  organizationId?: string | undefined
  subscriptionId?: string | undefined
  /** RFC 3339: ended then or later. */
  since?: string | undefined
  /** RFC 3339: ended before; now, when it is left out. */
  until?: string | undefined
}

export interface Requeued {
  /** Webhook deliveries that get one extra attempt, or would. */
  requeued: number
  /** Those that are left, since their subscription is switched off. */
  switchedOff: number
  /** What the span ends with: the same one again finds only what failed in it. */
  until: string
}

interface Target {
  organizationId: string
  id: string
  active: boolean
}

// One transaction, and how long it keeps a dispatcher from these deliveries: well below a second.
const BATCH_SIZE = 1_000
const EVER = '1970-01-01T00:00:00Z'

const NOW = `select clock_timestamp()::timestamptz(3) as now`
const SUBSCRIPTIONS = `
  select organization_id as "organizationId", id, active from webhook_subscriptions
  where deleted_at is null
    and ($1::uuid is null or organization_id = $1)
    and ($2::uuid is null or id = $2)
  order by organization_id, id`
// The first condition is the index's, the second is the one that is meant.
const FAILED = `
  from webhook_deliveries
  where organization_id = $1 and subscription_id = $2
    and ${IS_UNSUCCESSFUL} and status = 'FAILED'
    and finished_at >= $3 and finished_at < $4`
const COUNT = `select count(*) ${FAILED}`
const FIND = `select id, attempts ${FAILED} order by finished_at, id limit ${BATCH_SIZE}`

/**
 * Gives webhook deliveries that ended FAILED one extra attempt each, as a retry by hand does: the same
 * id and data, and no other attempt after it. In transactions of a batch each: broken off, it is
 * finished by another call. What fails again meanwhile is left alone. For operators.
 *
 * @param onProgress told after each batch how many there are by then; without it nothing is written
 * @throws {OperationError} `not_found` for an organization or a subscription that is not there.
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
