import type { Tx } from '@mediajobs/outbox'

/** A webhook delivery that has ended, as it was when it was read. */
export interface EndedDelivery {
  id: string
  /** The number of attempts so far. */
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
 * Gives each of `ended` one extra attempt now. After it the delivery ends again. A delivery that another
 * transaction has revived meanwhile is left as it is.
 *
 * Jobs are written before deliveries, as in the dispatcher: in another order the two could deadlock. First
 * old jobs are discarded: a delivery that was cancelled may still have a job with the id of the extra
 * attempt, which is due far later.
 *
 * @returns the deliveries that get an extra attempt.
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
