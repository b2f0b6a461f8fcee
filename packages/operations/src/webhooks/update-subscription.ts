import { one } from '@mediajobs/db'
import { changeTime, webhookSubscriptions } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { changedFields, expectRecord, type IsExpected } from '../shared/record.ts'
import { cancelWaiting } from './cancel-waiting.ts'
import { changedHeaders } from './changed-headers.ts'
import { checkFilter } from './event-filter.ts'
import { checkMetadata } from './metadata.ts'
import { wantedHeaders } from './own-headers.ts'
import { receiverUrl } from './receiver-url.ts'
import {
  isSubscription,
  lockSubscription,
  lockUrls,
  type Subscribing,
  type Subscription,
  type SubscriptionInput,
  subscriptionColumns,
  subscriptionWriteError,
} from './subscription.ts'

/**
 * Changes a subscription. Switching it off cancels the waiting webhook deliveries. Switching it on clears
 * `disabledReason` and `failingSince`. A new URL clears `failingSince`.
 *
 * @throws {OperationError} `not_found`, also for an unknown id in the filter; `invalid` for a URL to which no
 *   webhooks are sent, and for headers that cannot be sent; `precondition_failed`; `conflict` when another
 *   subscription has the URL, in any spelling.
 */
export async function updateSubscription(
  tx: Tx,
  orgId: string,
  id: string,
  input: Partial<SubscriptionInput>,
  { keyRing, receivers }: Subscribing,
  isExpected?: IsExpected<Subscription>,
): Promise<Subscription> {
  const { headers, ...fields } = input
  const wanted =
    input.url === undefined ? fields : { ...fields, url: receiverUrl(input.url, receivers) }
  checkMetadata(input.metadata)
  // Without the stored values: what any subscription refuses.
  if (headers) wantedHeaders(headers, headers)
  if (wanted.url !== undefined) await lockUrls(tx, orgId)
  const before = await lockSubscription(tx, orgId, id)
  const changed = changedFields(before, wanted)
  const ownHeaders = await changedHeaders(tx, before, headers, keyRing)
  if (changed.includes('filter')) await checkFilter(tx, orgId, wanted.filter)
  expectRecord(before, isExpected)
  if (changed.length === 0 && Object.keys(ownHeaders).length === 0) return before
  const subscription = one(
    await tx.orm
      .update(webhookSubscriptions)
      .set({
        ...wanted,
        ...ownHeaders,
        ...(changed.includes('active') && { disabledReason: null, failingSince: null }),
        ...(changed.includes('url') && { failingSince: null }),
        updatedAt: changeTime,
      })
      .where(isSubscription(orgId, id))
      .returning(subscriptionColumns)
      .catch((error) => {
        throw subscriptionWriteError(error)
      }),
    'the update of a locked subscription',
  )
  if (!subscription.active) await cancelWaiting(tx, orgId, id)
  return subscription
}
