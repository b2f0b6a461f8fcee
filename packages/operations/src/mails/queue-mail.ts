import {
  MAIL_LIFE_SECONDS,
  MAX_MAILS_OF_DAY,
  MAX_WARNED_ADMINS,
  type MailKind,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'

const FULL = `The organization has had ${MAX_MAILS_OF_DAY} mails in 24 hours. This one was not sent.`

/**
 * SQL: writes a mail of the organization `$1` for each row of `source`, which has the `recipient` and
 * `columns`. Beyond the bound of a day the mail is FAILED from the start, so that staff see it. Password resets do
 * not count: strangers can request them.
 */
function insertOf(kind: MailKind, columns: readonly string[], source: string): string {
  return `
    insert into mails (organization_id, id, kind, recipient, ${columns.join(', ')}, expires_at,
      status, error, next_attempt_at, ended_at)
    select $1, uuid_v7(), '${kind}', recipient, ${columns.join(', ')},
      now() + ${MAIL_LIFE_SECONDS} * interval '1 second',
      case when is_full then 'FAILED' else 'WAITING' end,
      case when is_full then '${FULL}' end,
      case when not is_full then now() end,
      case when is_full then now() end
    from (${source}) as source, (
      select count(*) = ${MAX_MAILS_OF_DAY} as is_full from (
        select from mails where organization_id = $1 and created_at > now() - interval '1 day'
          and kind <> 'PASSWORD_RESET'
        limit ${MAX_MAILS_OF_DAY}
      ) as recent
    ) as day`
}

const INVITATION = insertOf(
  'INVITATION',
  ['user_id', 'invitation_hash'],
  `select email as recipient, id as user_id, $3::bytea as invitation_hash from users where id = $2`,
)

const DELIVERY = insertOf(
  'DELIVERY',
  ['customer_id', 'project_id', 'delivery_id'],
  `select email as recipient, id as customer_id, $3::uuid as project_id, $4::uuid as delivery_id
   from customers where organization_id = $1 and id = $2 and not mail_opt_out`,
)

const REVISION_REQUEST = insertOf(
  'REVISION_REQUEST',
  ['user_id', 'project_id', 'revision_id'],
  `select u.email as recipient, m.user_id, $3::uuid as project_id, $4::uuid as revision_id
   from memberships as m join users as u on u.id = m.user_id
   where m.organization_id = $1 and m.user_id = $2 and m.active`,
)

const WEBHOOK_DISABLED = insertOf(
  'WEBHOOK_DISABLED',
  ['user_id', 'subscription_id'],
  `select u.email as recipient, m.user_id, $2::uuid as subscription_id
   from memberships as m join users as u on u.id = m.user_id
   where m.organization_id = $1 and m.role = 'ADMIN' and m.active
   order by m.created_at, m.user_id limit ${MAX_WARNED_ADMINS}`,
)

/** Queues the mail of an invitation, if the service sends mail. docs/contract.md#c14-mail */
export async function mailInvitation(
  tx: Tx,
  orgId: string,
  invitation: { userId: string; tokenHash: Buffer },
): Promise<void> {
  if (!tx.sendsMail) return
  await tx.query(INVITATION, [orgId, invitation.userId, invitation.tokenHash])
}

interface OfProject {
  organizationId: string
  id: string
}

/** Queues the mail of a client delivery, unless the project has no customer or the customer opted out. */
export async function mailDelivery(
  tx: Tx,
  { organizationId, id, customerId }: OfProject & { customerId: string | null },
  deliveryId: string,
): Promise<void> {
  if (!tx.sendsMail || customerId === null) return
  await tx.query(DELIVERY, [organizationId, customerId, id, deliveryId])
}

/** Queues the mail of a revision request to the project's manager, unless they made the request for the client. */
export async function mailRevisionRequest(
  tx: Tx,
  { organizationId, id, projectManagerId }: OfProject & { projectManagerId: string | null },
  { revisionId, requestedByUserId }: { revisionId: string; requestedByUserId: string | null },
): Promise<void> {
  if (!tx.sendsMail || projectManagerId === null || projectManagerId === requestedByUserId) return
  await tx.query(REVISION_REQUEST, [organizationId, projectManagerId, id, revisionId])
}

/** Queues mails to the administrators about a subscription that the service has switched off. */
export async function mailDisabledWebhook(
  tx: Tx,
  orgId: string,
  subscriptionId: string,
): Promise<void> {
  if (tx.sendsMail) await tx.query(WEBHOOK_DISABLED, [orgId, subscriptionId])
}
