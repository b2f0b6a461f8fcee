import { disableSubscription } from '@mediajobs/operations/webhooks'
import type { Store } from '@mediajobs/outbox'
import type { FaultLog, Logger } from '@mediajobs/runtime'
import type { Metrics } from '../monitoring/metrics.ts'

export interface DisablingOptions {
  store: Store
  logger: Logger
  faults: FaultLog
  metrics: Metrics
  /** Undefined: subscriptions are never switched off. */
  disableAfterMs?: number | undefined
}

interface FailingSubscription {
  organizationId: string
  subscriptionId: string
}

const DISABLING = 'switching failing subscriptions off'

/** Switches a subscription off if it has failed for too long (docs/contract.md#c7-disable-after). Never rejects. */
export async function disableIfDue(
  { organizationId, subscriptionId }: FailingSubscription,
  { store, logger, faults, metrics, disableAfterMs }: DisablingOptions,
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
    // The subscription's next failed attempt tries again.
    faults.failed(DISABLING, error)
  }
}
