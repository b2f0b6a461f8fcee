import { IS_WAITING } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'

const CANCEL_WAITING = `
  with waiting as materialized (
    select id from webhook_deliveries
    where organization_id = $1 and subscription_id = $2 and ${IS_WAITING}
    for no key update skip locked
  )
  update webhook_deliveries as delivery set
    status = 'CANCELLED',
    next_attempt_at = null,
    finished_at = clock_timestamp()
  from waiting
  where delivery.organization_id = $1 and delivery.id = waiting.id`

/**
 * Ends the webhook deliveries of a subscription that have not ended as CANCELLED. To one whose try is
 * under way the dispatcher writes later what came of it.
 *
 * A row that the dispatcher has locked right now is left to it: to wait for it here, with the
 * subscription locked, would be the half of a deadlock. It ends there, and a retry is cancelled when
 * it is due.
 */
export async function cancelWaiting(tx: Tx, orgId: string, subscriptionId: string): Promise<void> {
  await tx.query(CANCEL_WAITING, [orgId, subscriptionId])
}
