import { expireOrders } from '@mediajobs/operations/orders'
import type { Store } from '@mediajobs/outbox'
import type { FaultLog } from '@mediajobs/runtime'
import { type Periodic, runPeriodically } from './periodic.ts'

// Not urgent: the slot of an expired hold is already free.
const EVERY_MS = 10_000
const RETRY_MS = 2_000

/** Expires holds and unpaid orders. */
export function startExpiringOrders({ sql }: Store, faults: FaultLog): Periodic {
  const options = { doing: 'ending orders', everyMs: EVERY_MS, retryMs: RETRY_MS, faults }
  return runPeriodically(options, async (isStopped) => {
    while (!isStopped() && (await expireOrders(sql)));
  })
}
