import { type ReceiverPolicy, updateSubscription } from '@mediajobs/operations'
import type { Store } from '@mediajobs/outbox'

export interface FailingSubscription {
  organizationId: string
  subscriptionId: string
}

const LOCK_FAILING = `
  select failing_since as since from webhook_subscriptions
  where organization_id = $1 and id = $2 and active and deleted_at is null
    and failing_since < now() - $3::float8 * interval '1 millisecond'
  for no key update`

const GIVE_REASON = `
  update webhook_subscriptions set disabled_reason = $3 where organization_id = $1 and id = $2`

/**
 * Switches a subscription off if it is still on and has only failed for `disableAfterMs`
 * (docs/contract.md#c7-disable-after); what waits for it ends CANCELLED.
 *
 * @returns the reason that is now in the subscription, or `null` when it was left as it is
 */
export async function disableIfFailing(
  store: Store,
  { organizationId, subscriptionId }: FailingSubscription,
  disableAfterMs: number,
  receivers: ReceiverPolicy,
): Promise<string | null> {
  return store.transaction(async (tx) => {
    const values = [organizationId, subscriptionId]
    const [failing] = await tx.query<{ since: string }>(LOCK_FAILING, [...values, disableAfterMs])
    if (!failing) return null
    await updateSubscription(tx, organizationId, subscriptionId, { active: false }, receivers)
    const reason = `Every attempt has failed since ${failing.since}.`
    await tx.query(GIVE_REASON, [...values, reason])
    return reason
  })
}
