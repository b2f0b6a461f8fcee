import type { Sql } from '@mediajobs/db'
import { isFrozen } from '@mediajobs/db/schema'
import { MAX_RESET_MAILS_OF_DAY, PASSWORD_RESET_SECONDS } from '@mediajobs/domain'
import { accountOf } from '../shared/account-of.ts'

const BATCH = 100

// The mail is in the name of the person's oldest active organization. A person without an account has no password
// to reset, and one who is active nowhere could do nothing with a new one.
const QUEUE = `
  with request as (
    delete from password_reset_requests where id = any (array(
      select id from password_reset_requests order by created_at limit ${BATCH}
      for update skip locked
    ))
    returning email, created_at
  ), queued as (
    insert into mails (organization_id, id, kind, recipient, user_id, expires_at, status, next_attempt_at)
    select place.organization_id, uuid_v7(), 'PASSWORD_RESET', person.email, person.id,
      request.created_at + ${PASSWORD_RESET_SECONDS} * interval '1 second', 'WAITING', now()
    from (
      select *, row_number() over (partition by lower(email) order by created_at) as number from request
    ) as request
    join users as person on lower(person.email) = lower(request.email)
    cross join lateral (
      select m.organization_id from memberships as m
      where m.user_id = person.id and m.active and ${accountOf('m')} is not null
        and not ${isFrozen('m.organization_id')}
      order by m.created_at, m.organization_id limit 1
    ) as place
    where request.number + (
      select count(*) from mails as earlier
      where earlier.organization_id = place.organization_id and earlier.user_id = person.id
        and earlier.kind = 'PASSWORD_RESET' and earlier.created_at > now() - interval '1 day'
    ) <= ${MAX_RESET_MAILS_OF_DAY}
  )
  select count(*)::int as count from request`

/**
 * Makes mails of a batch of requests to reset a password. A request for an address that has no account is only
 * deleted, and so is one beyond the mails of a day: the person has got enough of them.
 *
 * @returns whether there may be more
 */
export async function queuePasswordResets(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ count: number }>(QUEUE)
  return row?.count === BATCH
}
