// Raw SQL: a batch in one statement.
import type { Sql } from '@mediajobs/db'
import { isResting } from '@mediajobs/db/schema'
import { MAX_PORTAL_MAILS_OF_DAY, PORTAL_SIGN_IN_SECONDS } from '@mediajobs/domain'

const BATCH = 100

// Ignores `mail_opt_out`: the customer asked for this mail.
const QUEUE = `
  with request as (
    delete from portal_sign_in_requests where (organization_id, id) in (
      select organization_id, id from portal_sign_in_requests
      where not ${isResting('portal_sign_in_requests.organization_id')}
      order by created_at limit ${BATCH}
      for update skip locked
    )
    returning organization_id, email, created_at
  ), queued as (
    insert into mails (organization_id, id, kind, recipient, customer_id, expires_at, status, next_attempt_at)
    select customer.organization_id, uuid_v7(), 'PORTAL_SIGN_IN', customer.email, customer.id,
      request.created_at + ${PORTAL_SIGN_IN_SECONDS} * interval '1 second', 'WAITING', now()
    from (
      select *, row_number() over (
        partition by organization_id, lower(email) order by created_at) as number
      from request
    ) as request
    join customers as customer
      on customer.organization_id = request.organization_id
        and lower(customer.email) = lower(request.email)
    where request.number + (
      select count(*) from mails as earlier
      where earlier.organization_id = customer.organization_id and earlier.customer_id = customer.id
        and earlier.kind = 'PORTAL_SIGN_IN' and earlier.created_at > now() - interval '1 day'
    ) <= ${MAX_PORTAL_MAILS_OF_DAY}
  )
  select count(*)::int as count from request`

/**
 * Turns a batch of requests for sign-in links into mails. Drops those for unknown addresses or beyond the daily limit.
 *
 * @returns whether there may be more
 */
export async function queuePortalSignIns(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ count: number }>(QUEUE)
  return row?.count === BATCH
}
