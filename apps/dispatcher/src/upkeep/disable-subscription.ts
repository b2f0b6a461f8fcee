import { disableSubscription } from '@mediajobs/operations/webhooks'
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

export interface DisablerOptions {
  store: Store
  logger: Logger
  faults: FaultLog
  metrics: Metrics
  /** Undefined: subscriptions are never switched off. */
  disableAfterMs?: number
}

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
  { store, logger, faults, metrics, disableAfterMs }: DisablerOptions,
): Promise<void> {
  if (disableAfterMs === undefined) return
  const ids = { organizationId, subscriptionId }
  try {
    const reason = await store.transaction((tx) => disableSubscription(tx, ids, disableAfterMs))
    faults.worked(DISABLING)
    if (reason === null) return
    metrics.disabled.inc()
    logger.warn({ ...ids, reason }, 'webhook.subscription_disabled')
  } catch (error) {
    // The next failed attempt of the subscription starts this again.
    faults.failed(DISABLING, error)
  }
}
