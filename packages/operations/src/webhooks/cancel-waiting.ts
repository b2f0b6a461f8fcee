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
 * Sets the unfinished webhook deliveries of a subscription to CANCELLED. When an attempt is running, the
 * dispatcher writes its result later.
 *
 * It skips a row that the dispatcher has locked: to wait for it here, with the subscription locked, could
 * deadlock. The dispatcher then settles that delivery, and cancels its retry when the retry is due.
 */
export async function cancelWaiting(tx: Tx, orgId: string, subscriptionId: string): Promise<void> {
  await tx.query(CANCEL_WAITING, [orgId, subscriptionId])
}
