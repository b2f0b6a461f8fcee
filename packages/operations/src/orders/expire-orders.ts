// Raw SQL: batches, `skip locked`, and the database's clock.
import type { Sql } from '@mediajobs/db'
import { isResting } from '@mediajobs/db/schema'

const BATCH = 200

// Skips orders with an open payment page (reading the payment closes it), or a payment the bank is processing.
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
 * Ends expired holds and unpaid orders. Their slots were free already: an expired hold isn't live.
 * docs/contract.md#c20-expiry
 *
 * @returns whether there may be more
 */
export async function expireOrders(sql: Sql): Promise<boolean> {
  return (await sql.query(EXPIRE)).length === BATCH
}
