// SQL text: batches, `skip locked`, and the database's clock.
import type { Sql } from '@mediajobs/db'
import { isResting } from '@mediajobs/db/schema'

const BATCH = 200

// A page that is still open is closed by the reading of its payment, and a bank may be at work on it: its order waits.
const EXPIRE = `
  with over as (
    select organization_id, id from orders
    where status in ('HELD', 'PAYMENT_DUE') and hold_expires_at <= now()
      and not exists (select from payments as payment
        where payment.organization_id = orders.organization_id and payment.order_id = orders.id
          and payment.status in ('PENDING', 'PROCESSING'))
      and not ${isResting('orders.organization_id')}
    order by hold_expires_at limit ${BATCH}
    for update skip locked
  )
  update orders set status = 'EXPIRED', network_hash = null,
    ended_at = clock_timestamp(), updated_at = clock_timestamp()
  from over where orders.organization_id = over.organization_id and orders.id = over.id
  returning 1`

/**
 * Ends holds and unpaid orders whose time is over. Their times are free without it: a hold that is over isn't live.
 * docs/contract.md#c20-expiry
 *
 * @returns whether there may be more
 */
export async function expireOrders(sql: Sql): Promise<boolean> {
  return (await sql.query(EXPIRE)).length === BATCH
}
