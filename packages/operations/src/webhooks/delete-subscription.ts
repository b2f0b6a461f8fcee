import { changeTime, webhookSubscriptions } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { notFound } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import { cancelWaiting } from './cancel-waiting.ts'
import { isSubscription, lockSubscription, type Subscription } from './subscription.ts'

/**
 * Deletes a subscription. No call finds it or its webhook deliveries any more, another subscription may use
 * its URL, and its waiting deliveries become CANCELLED. The rows stay until the dispatcher purges them.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`.
 */
export async function deleteSubscription(
  tx: Tx,
  orgId: string,
  id: string,
  isExpected?: IsExpected<Subscription>,
): Promise<void> {
  if (isExpected) expectRecord(await lockSubscription(tx, orgId, id), isExpected)
  const deleted = await tx.orm
    .update(webhookSubscriptions)
    .set({ deletedAt: changeTime })
    .where(isSubscription(orgId, id))
    .returning({ id: webhookSubscriptions.id })
  if (deleted.length === 0) throw notFound()
  await cancelWaiting(tx, orgId, id)
}
