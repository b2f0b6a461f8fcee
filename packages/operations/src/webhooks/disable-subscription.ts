import { changeTime, webhookSubscriptions } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { mailDisabledWebhook } from '../mails.ts'
import { publishEvent } from '../publish-event.ts'
import { cancelWaiting } from './cancel-waiting.ts'
import { isSubscription } from './subscription.ts'

const LOCK_FAILING = `
  select url, failing_since as "failingSince"
  from webhook_subscriptions
  where organization_id = $1 and id = $2 and active and deleted_at is null
    and failing_since < now() - $3::float8 * interval '1 millisecond'
  for no key update`

interface Failing {
  [name: string]: unknown
  url: string
  failingSince: string
}

/**
 * Switches a subscription off if it is on and all its attempts have failed for `disableAfterMs`. Its waiting
 * deliveries end as CANCELLED. The organization's other subscriptions get WEBHOOK_DISABLED, and its administrators
 * a mail. docs/contract.md#c7-disable-after
 *
 * @returns the reason that is now in the subscription; `null` when the subscription was not changed
 */
export async function disableSubscription(
  tx: Tx,
  { organizationId, subscriptionId }: { organizationId: string; subscriptionId: string },
  disableAfterMs: number,
): Promise<string | null> {
  const values = [organizationId, subscriptionId, disableAfterMs]
  const [failing] = await tx.query<Failing>(LOCK_FAILING, values)
  if (!failing) return null
  const disabledReason = `Every attempt has failed since ${failing.failingSince}.`
  const [switchedOff] = await tx.orm
    .update(webhookSubscriptions)
    .set({ active: false, disabledReason, failingSince: null, updatedAt: changeTime })
    .where(isSubscription(organizationId, subscriptionId))
    .returning({ occurredAt: webhookSubscriptions.updatedAt })
  if (!switchedOff) throw new Error('a locked subscription is gone')
  await cancelWaiting(tx, organizationId, subscriptionId)
  const { url, failingSince } = failing
  const data = { ...switchedOff, subscriptionId, url, disabledReason, failingSince }
  publishEvent(tx, organizationId, 'WEBHOOK_DISABLED', data)
  await mailDisabledWebhook(tx, organizationId, subscriptionId)
  return disabledReason
}
