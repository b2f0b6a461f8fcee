// Raw SQL: claims and batches.
import type { Sql } from '@mediajobs/db'
import { isFrozen, isResting, mails } from '@mediajobs/db/schema'
import {
  MAX_PORTAL_MAILS_OF_DAY,
  MAX_RESET_MAILS_OF_DAY,
  type MailKind,
  type MailStatus,
  PASSWORD_RESET_SECONDS,
  PORTAL_SIGN_IN_SECONDS,
} from '@mediajobs/domain'
import { and, eq, sql as raw } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { claimInTurn, organizationsInTurn } from '../shared/turns.ts'

/** A mail claimed by a dispatcher. */
export interface MailJob {
  organizationId: string
  id: string
  kind: MailKind
  recipient: string
  userId: string | null
  customerId: string | null
  projectId: string | null
  deliveryId: string | null
  revisionId: string | null
  subscriptionId: string | null
  invoiceId: string | null
  paymentId: string | null
  orderId: string | null
  rescheduleId: string | null
  leadId: string | null
  invitationHash: Buffer | null
  /** Including this one. */
  attempts: number
  isExpired: boolean
  /** The end of the lease, as stored: a fencing token for writes. */
  lease: string
}

// The oldest due mail of the next organization, by the index `mails_waiting`. The lease postpones the mail: if the
// dispatcher dies, it is due again, with the attempt counted.
const CLAIM = `
  with recursive ${organizationsInTurn('mails', "status = 'WAITING'")}, due as (
    select mail.organization_id, mail.id
    from organization cross join lateral (
      select organization_id, id from mails
      where status = 'WAITING' and organization_id = organization.id and next_attempt_at <= now()
        and not ${isResting('organization.id')}
      order by next_attempt_at limit 1
      for update skip locked
    ) as mail
    limit 1
  )
  update mails as mail
  set attempts = mail.attempts + 1, next_attempt_at = now() + $2 * interval '1 millisecond'
  from due
  where mail.organization_id = due.organization_id and mail.id = due.id
  returning mail.organization_id as "organizationId", mail.id, mail.kind, mail.recipient,
    mail.user_id as "userId", mail.customer_id as "customerId", mail.project_id as "projectId",
    mail.delivery_id as "deliveryId", mail.revision_id as "revisionId", mail.subscription_id as "subscriptionId",
    mail.invoice_id as "invoiceId", mail.payment_id as "paymentId",
    mail.order_id as "orderId", mail.reschedule_id as "rescheduleId", mail.lead_id as "leadId",
    mail.invitation_hash as "invitationHash", mail.attempts, mail.expires_at <= now() as "isExpired",
    mail.next_attempt_at as lease`

/**
 * Claims the oldest due mail of the next organization after `afterOrganization`, wrapping around, until the lease expires.
 */
export function claimMail(
  sql: Sql,
  afterOrganization: string,
  leaseMs: number,
): Promise<MailJob | null> {
  return claimInTurn<MailJob>(sql, CLAIM, afterOrganization, [leaseMs])
}

/** Updates a leased mail. @returns false if the lease was lost */
async function write(
  { orm }: Sql,
  { organizationId, id, lease }: MailJob,
  changes: PgUpdateSetSource<typeof mails>,
): Promise<boolean> {
  const isLeased = and(
    eq(mails.organizationId, organizationId),
    eq(mails.id, id),
    eq(mails.status, 'WAITING'),
    eq(mails.nextAttemptAt, lease),
  )
  const rows = await orm.update(mails).set(changes).where(isLeased).returning({ id: mails.id })
  return rows.length > 0
}

/** Settles a mail. @returns false if the lease was lost */
export function endMail(
  sql: Sql,
  job: MailJob,
  status: Exclude<MailStatus, 'WAITING'>,
  error: string | null,
): Promise<boolean> {
  return write(sql, job, { status, error, nextAttemptAt: null, endedAt: raw`now()` })
}

/**
 * Schedules another attempt.
 *
 * @param isCounted whether this attempt counts; false for failures unrelated to the mail
 * @returns false if the lease was lost
 */
export function postponeMail(
  sql: Sql,
  job: MailJob,
  { delaySeconds, error, isCounted }: { delaySeconds: number; error: string; isCounted: boolean },
): Promise<boolean> {
  return write(sql, job, {
    nextAttemptAt: raw`now() + ${delaySeconds} * interval '1 second'`,
    error,
    attempts: raw`${mails.attempts} - ${isCounted ? 0 : 1}`,
  })
}

const BATCH = 100

// Sent from the organization of the person's oldest active membership. Skips people without an account or such a
// membership.
const RESETS = `
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
      where m.user_id = person.id and m.active and m.account_id is not null
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

// Ignores `mail_opt_out`: the customer asked for this mail.
const SIGN_INS = `
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
 * Turns a batch of requests for password resets into mails. Drops those for unknown addresses or beyond the daily limit.
 *
 * @returns whether there may be more
 */
export function queuePasswordResets(sql: Sql): Promise<boolean> {
  return queueRequested(sql, RESETS)
}

/** {@link queuePasswordResets} for sign-in links of customers. */
export function queuePortalSignIns(sql: Sql): Promise<boolean> {
  return queueRequested(sql, SIGN_INS)
}

async function queueRequested(sql: Sql, statement: string): Promise<boolean> {
  const [row] = await sql.query<{ count: number }>(statement)
  return row?.count === BATCH
}
