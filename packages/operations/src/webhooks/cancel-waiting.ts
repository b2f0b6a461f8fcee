import { webhookDeliveries } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'

/**
 * Ends the webhook deliveries of a subscription that wait for a try as CANCELLED.
 *
 * One whose try is under way belongs to the dispatcher until that is settled, and so does a row that
 * the dispatcher has locked right now: to wait for it here, with the subscription locked, would be
 * the half of a deadlock. The dispatcher cancels both when it sees their subscription.
 */
export async function cancelWaiting(tx: Tx, orgId: string, subscriptionId: string): Promise<void> {
  const { organizationId, id, status, claimToken } = webhookDeliveries
  const waiting = tx.orm
    .select({ id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(organizationId, orgId),
        eq(webhookDeliveries.subscriptionId, subscriptionId),
        inArray(status, ['PENDING', 'RETRYING']),
        isNull(claimToken),
      ),
    )
    .for('no key update', { skipLocked: true })
  await tx.orm
    .update(webhookDeliveries)
    .set({ status: 'CANCELLED', finishedAt: sql`clock_timestamp()`, nextAttemptAt: null })
    .where(and(eq(organizationId, orgId), inArray(id, waiting)))
}
