import { webhookDeliveries } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, inArray, sql } from 'drizzle-orm'

/**
 * Ends the webhook deliveries of a subscription that have not ended as CANCELLED. To one whose try is
 * under way the dispatcher writes later what came of it.
 *
 * A row that the dispatcher has locked right now is left to it: to wait for it here, with the
 * subscription locked, would be the half of a deadlock. It ends there, and a retry is cancelled when
 * it is due.
 */
export async function cancelWaiting(tx: Tx, orgId: string, subscriptionId: string): Promise<void> {
  const { organizationId, id, status } = webhookDeliveries
  const waiting = tx.orm
    .select({ id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(organizationId, orgId),
        eq(webhookDeliveries.subscriptionId, subscriptionId),
        inArray(status, ['PENDING', 'RETRYING']),
      ),
    )
    .for('no key update', { skipLocked: true })
  await tx.orm
    .update(webhookDeliveries)
    .set({ status: 'CANCELLED', finishedAt: sql`clock_timestamp()`, nextAttemptAt: null })
    .where(and(eq(organizationId, orgId), inArray(id, waiting)))
}
