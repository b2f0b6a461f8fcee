import type { Sql } from '@mediajobs/db'
import { isResting } from '@mediajobs/db/schema'
import type { MailKind, MailStatus } from '@mediajobs/domain'
import { claimInTurn, organizationsInTurn } from '../shared/turns.ts'

/** A mail that a dispatcher sends now. */
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
  invitationHash: Buffer | null
  /** The number of this attempt: 1 is the first. */
  attempts: number
  isExpired: boolean
  /** The end of its lease, as the row has it. A dispatcher that holds another lease may not write the row. */
  lease: string
}

// The oldest mail that is due of the next organization, by the index `mails_waiting`. The lease postpones the
// mail: when the dispatcher dies, the mail is due again, and the attempt stays counted.
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
    mail.invitation_hash as "invitationHash", mail.attempts, mail.expires_at <= now() as "isExpired",
    mail.next_attempt_at as lease`

/**
 * Takes the oldest mail that is due of the next organization after `afterOrganization`, or else of the first
 * one that has any. No other dispatcher takes the mail until the lease ends.
 */
export async function claimMail(
  sql: Sql,
  afterOrganization: string,
  leaseMs: number,
): Promise<MailJob | null> {
  return claimInTurn<MailJob>(sql, CLAIM, afterOrganization, [leaseMs])
}

const IS_OURS = `
  organization_id = $1 and id = $2 and status = 'WAITING' and next_attempt_at = $3`

const END = `
  update mails set status = $4, error = $5, next_attempt_at = null, ended_at = now()
  where ${IS_OURS} returning id`

/** Writes that a mail has ended. @returns false when another dispatcher has it now */
export async function endMail(
  sql: Sql,
  job: MailJob,
  status: Exclude<MailStatus, 'WAITING'>,
  error: string | null,
): Promise<boolean> {
  return (await sql.query(END, [...placeOf(job), status, error])).length > 0
}

const POSTPONE = `
  update mails set next_attempt_at = now() + $4 * interval '1 second', error = $5,
    attempts = attempts - $6
  where ${IS_OURS} returning id`

/**
 * Leaves a mail to a later attempt.
 *
 * @param isCounted whether this attempt counts: false when it failed for a reason outside the mail
 * @returns false when another dispatcher has it now
 */
export async function postponeMail(
  sql: Sql,
  job: MailJob,
  { delaySeconds, error, isCounted }: { delaySeconds: number; error: string; isCounted: boolean },
): Promise<boolean> {
  const values = [...placeOf(job), delaySeconds, error, isCounted ? 0 : 1]
  return (await sql.query(POSTPONE, values)).length > 0
}

function placeOf({ organizationId, id, lease }: MailJob): [string, string, string] {
  return [organizationId, id, lease]
}
