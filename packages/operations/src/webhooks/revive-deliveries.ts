import type { Tx } from '@mediajobs/outbox'

/** A webhook delivery that has ended, as it was when it was looked up. */
export interface EndedDelivery {
  id: string
  /** How many attempts were made. */
  attempts: number
}

const REVIVE = `
  update webhook_deliveries set
    status = case when attempts = 0 then 'PENDING' else 'RETRYING' end,
    by_hand = true,
    next_attempt_at = now(),
    finished_at = null
  where organization_id = $1 and id = any ($2) and status not in ('PENDING', 'RETRYING')
  returning id, attempts`

/**
 * Gives each of `ended` one extra attempt now, after which it ends again. One that has been revived
 * by somebody else meanwhile is left to them.
 *
 * Jobs are written before deliveries, as the dispatcher does it: in another order the two could
 * deadlock. A job may be left from before a delivery was cancelled, with the id of the extra one, and
 * due far later.
 *
 * @returns those that have been given one
 */
export async function reviveDeliveries(
  tx: Tx,
  organizationId: string,
  subscriptionId: string,
  ended: readonly EndedDelivery[],
): Promise<EndedDelivery[]> {
  if (ended.length === 0) return []
  const nextOf = ({ id, attempts }: EndedDelivery) => ({
    organizationId,
    deliveryId: id,
    subscriptionId,
    attempt: attempts + 1,
  })
  await tx.webhookQueue.discard(tx, ended.map(nextOf))
  const revived = await tx.query<EndedDelivery>(REVIVE, [organizationId, ended.map(({ id }) => id)])
  if (revived.length === 0) return []
  await tx.webhookQueue.insert(tx, revived.map(nextOf))
  tx.wakeDispatchers()
  return revived
}
