import { type Subscribing, updateSubscription } from '@mediajobs/operations/webhooks'
import type { Store } from '@mediajobs/outbox'
import type { FaultLog, Logger } from '@mediajobs/runtime'
import type { Metrics } from '../monitoring/metrics.ts'

interface FailingSubscription {
  organizationId: string
  subscriptionId: string
}

/** Switches subscriptions off that have failed for too long (docs/contract.md#c7-disable-after). */
export interface Disabler {
  /** Begins to switch a subscription off if it is due. Never rejects. */
  disable(subscription: FailingSubscription): void
  /** Waits until all changes that have begun are done. */
  drain(): Promise<void>
}

export interface DisablerOptions extends Subscribing {
  store: Store
  logger: Logger
  faults: FaultLog
  metrics: Metrics
  /** Undefined: subscriptions are never switched off. */
  disableAfterMs?: number
}

const LOCK_FAILING = `
  select failing_since as since from webhook_subscriptions
  where organization_id = $1 and id = $2 and active and deleted_at is null
    and failing_since < now() - $3::float8 * interval '1 millisecond'
  for no key update`

const GIVE_REASON = `
  update webhook_subscriptions set disabled_reason = $3 where organization_id = $1 and id = $2`

const DISABLING = 'switching failing subscriptions off'

export function createDisabler(options: DisablerOptions): Disabler {
  const underWay = new Set<Promise<void>>()
  return {
    disable(subscription) {
      const work = disableAndReport(subscription, options)
      underWay.add(work)
      void work.finally(() => underWay.delete(work))
    },
    async drain() {
      await Promise.allSettled(underWay)
    },
  }
}

async function disableAndReport(
  { organizationId, subscriptionId }: FailingSubscription,
  options: DisablerOptions,
): Promise<void> {
  const { store, logger, faults, metrics, disableAfterMs } = options
  if (disableAfterMs === undefined) return
  const ids = { organizationId, subscriptionId }
  try {
    const reason = await disableIfFailing(store, ids, disableAfterMs, options)
    faults.worked(DISABLING)
    if (reason === null) return
    metrics.disabled.inc()
    logger.warn({ ...ids, reason }, 'webhook.subscription_disabled')
  } catch (error) {
    // The next failed attempt of the subscription starts this again.
    faults.failed(DISABLING, error)
  }
}

/**
 * Switches a subscription off if it is still on and all its attempts have failed for `disableAfterMs`. Its
 * waiting deliveries end as CANCELLED.
 *
 * @returns the reason that is now in the subscription; `null` when the subscription was not changed
 */
async function disableIfFailing(
  store: Store,
  { organizationId, subscriptionId }: FailingSubscription,
  disableAfterMs: number,
  subscribing: Subscribing,
): Promise<string | null> {
  return store.transaction(async (tx) => {
    const values = [organizationId, subscriptionId]
    const [failing] = await tx.query<{ since: string }>(LOCK_FAILING, [...values, disableAfterMs])
    if (!failing) return null
    await updateSubscription(tx, organizationId, subscriptionId, { active: false }, subscribing)
    const reason = `Every attempt has failed since ${failing.since}.`
    await tx.query(GIVE_REASON, [...values, reason])
    return reason
  })
}
