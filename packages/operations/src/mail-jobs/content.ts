// Raw SQL: one statement per mail, which reads its content and stores the hash of its token.
import {
  hashSecret,
  type KeyRing,
  type MailKind,
  PASSWORD_RESET_SECONDS,
  PORTAL_SIGN_IN_SECONDS,
  randomToken,
  tokenRow,
} from '@mediajobs/domain'
import type { Store } from '@mediajobs/outbox'
import { newInvitationToken } from '../invitations.ts'
import { type LeadContent, leadContent } from './lead-content.ts'
import type { MailJob } from './mail-job.ts'
import {
  type NewOrderContent,
  newOrderContent,
  type OrderChangedContent,
  type OrderContent,
  orderChangedContent,
  orderContent,
  type RescheduleContent,
  rescheduleContent,
} from './order-content.ts'
import {
  ADDRESS,
  type Context,
  type MailSender,
  type NoContent,
  OPTIONAL,
  type OptionalRow,
  SENDER,
  TO_CUSTOMER,
  type ToCustomer,
  UNSUBSCRIBING,
} from './parts.ts'

export interface InvitationContent {
  kind: 'INVITATION'
  sender: MailSender
  personName: string
  token: string
  expiresAt: string
}

export interface PasswordResetContent {
  kind: 'PASSWORD_RESET'
  sender: MailSender
  token: string
}

/** The mail with the link that signs a customer in. */
export interface PortalSignInContent extends ToCustomer {
  kind: 'PORTAL_SIGN_IN'
  token: string
}

export interface DeliveryContent extends ToCustomer {
  kind: 'DELIVERY'
  /** The project was delivered before. */
  isUpdate: boolean
  address: string | null
  message: string | null
  expiresAt: string | null
  /** What the client has to pay before the files open, in the currency's minor unit. Null: they are open. */
  owed: { amount: number; currency: string } | null
  token: string
  unsubscribeToken: string
}

/** A mail with an invoice or a receipt. */
export interface InvoiceContent extends ToCustomer {
  kind: 'INVOICE' | 'RECEIPT'
  address: string | null
  number: string
  /** The balance; on a receipt the amount paid, with the tip. In the currency's minor unit. */
  amount: number
  currency: string
  /** A calendar day. */
  dueDate: string | null
  /** When the money arrived. Null: the mail asks for it. */
  paidAt: string | null
  /** Token of the pay page. */
  token: string
  unsubscribeToken: string
}

export interface RevisionContent {
  kind: 'REVISION_REQUEST'
  sender: MailSender
  managerName: string
  address: string | null
  organizationId: string
  projectId: string
  round: number
  comment: string | null
  itemCount: number
}

export interface DisabledWebhookContent {
  kind: 'WEBHOOK_DISABLED'
  sender: MailSender
  adminName: string
  organizationId: string
  subscriptionId: string
  url: string
  reason: string
}

export type MailContent =
  | InvitationContent
  | PasswordResetContent
  | PortalSignInContent
  | DeliveryContent
  | InvoiceContent
  | RescheduleContent
  | RevisionContent
  | DisabledWebhookContent
  | OrderContent
  | NewOrderContent
  | OrderChangedContent
  | LeadContent

type Written = Promise<MailContent | NoContent>

const WRITERS: Record<MailKind, (context: Context, job: MailJob) => Written> = {
  INVITATION: invitationContent,
  PASSWORD_RESET: passwordResetContent,
  DELIVERY: deliveryContent,
  REVISION_REQUEST: revisionContent,
  WEBHOOK_DISABLED: disabledWebhookContent,
  INVOICE: invoiceContent,
  RECEIPT: invoiceContent,
  ORDER_REQUESTED: orderContent,
  ORDER_CONFIRMED: orderContent,
  ORDER_DECLINED: orderContent,
  ORDER_CANCELLED: orderContent,
  NEW_ORDER: newOrderContent,
  ORDER_CHANGED: orderChangedContent,
  RESCHEDULE: rescheduleContent,
  PORTAL_SIGN_IN: portalSignInContent,
  NEW_LEAD: leadContent,
}

/**
 * The current content of a mail. Each attempt gets a new token, stored as a hash; earlier ones keep working, because a
 * seemingly failed attempt may have arrived.
 */
export function contentOf(
  { sql, cell }: Pick<Store, 'sql' | 'cell'>,
  job: MailJob,
  keyRing: KeyRing,
): Written {
  return WRITERS[job.kind]({ sql, cell, keyRing }, job)
}

// A second token: the first one was shown to the inviter.
const INVITATION = `
  with live as (
    select i.organization_id, i.user_id, i.expires_at, m.name
    from invitations as i
    join memberships as m
      on m.organization_id = i.organization_id and m.user_id = i.user_id and m.active
    where i.token_hash = $3 and i.organization_id = $1 and i.user_id = $2 and i.expires_at > now()
    for update of i
  ), added as (
    insert into invitations (token_hash, organization_id, user_id, expires_at)
    select $4, organization_id, user_id, expires_at from live
  )
  select ${SENDER}, live.name as "personName", live.expires_at as "expiresAt"
  from live join organizations as o on o.id = live.organization_id`

async function invitationContent(
  { sql, cell }: Context,
  { organizationId, userId, invitationHash }: MailJob,
): Written {
  const token = newInvitationToken(cell)
  const values = [organizationId, userId, invitationHash, hashSecret(token)]
  const [row] = await sql.query<Omit<InvitationContent, 'kind' | 'token'>>(INVITATION, values)
  if (!row)
    return { kind: null, reason: 'The invitation was already accepted, replaced or revoked.' }
  return { ...row, kind: 'INVITATION', token }
}

const PASSWORD_RESET = `
  with added as (
    insert into password_resets (token_hash, user_id, expires_at)
    values ($3, $2, now() + ${PASSWORD_RESET_SECONDS} * interval '1 second')
  )
  select ${SENDER} from organizations as o where o.id = $1`

async function passwordResetContent(
  { sql, cell }: Context,
  { organizationId, userId }: MailJob,
): Written {
  const token = randomToken(cell, 'mjp_')
  const values = [organizationId, userId, hashSecret(token)]
  const [row] = await sql.query<{ sender: MailSender }>(PASSWORD_RESET, values)
  if (!row) return { kind: null, reason: 'The organization no longer exists.' }
  return { kind: 'PASSWORD_RESET', sender: row.sender, token }
}

// Locks the customer: a concurrent change of the address ends this link or cancels its mail.
const PORTAL_SIGN_IN = `
  with found as (
    select organization_id, id, name, language from customers
    where organization_id = $1 and id = $2 and lower(email) = lower($3)
    for share
  ), added as (
    insert into portal_sign_ins (organization_id, token_hash, customer_id, expires_at)
    select organization_id, $4, id, now() + ${PORTAL_SIGN_IN_SECONDS} * interval '1 second' from found
  )
  select ${TO_CUSTOMER}
  from found join organizations as o on o.id = found.organization_id`

async function portalSignInContent(
  { sql, cell }: Context,
  { organizationId, customerId, recipient }: MailJob,
): Written {
  const token = randomToken(cell)
  const values = [organizationId, customerId, recipient, hashSecret(token)]
  const [row] = await sql.query<Omit<PortalSignInContent, 'kind' | 'token'>>(PORTAL_SIGN_IN, values)
  if (!row) return { kind: null, reason: "The customer's address has changed." }
  return { ...row, kind: 'PORTAL_SIGN_IN', token }
}

// The oldest unpaid invoice, as on the delivery page. May be a statement.
const OWED = `(
  select json_build_object('amount', i.total_amount - i.paid_amount + i.refunded_amount,
    'currency', i.currency)
  from invoices as i
  where found.is_locked and i.organization_id = found.organization_id
    and (i.project_id = found.project_id or i.id = any (array(
      select invoice_id from billed_projects
      where organization_id = found.organization_id and project_id = found.project_id and is_billed)))
    and i.status = 'SENT' and i.total_amount - i.paid_amount + i.refunded_amount > 0
  order by i.sent_at, i.id limit 1)`

const DELIVERY = `
  with found as (
    select d.id, d.message, d.expires_at, d.token_encrypted, d.organization_id, d.project_id,
      c.id as customer_id, c.name, c.language, c.mail_opt_out,
      d.locked_at is not null and d.unlocked_at is null as is_locked,
      d.superseded_at is null and d.revoked_at is null
        and (d.expires_at is null or d.expires_at > now()) as is_live,
      exists (
        select from client_deliveries as earlier
        where earlier.organization_id = $1 and earlier.project_id = d.project_id and earlier.id < d.id
      ) as is_update
    from client_deliveries as d
    join customers as c on c.organization_id = d.organization_id and c.id = $3
    where d.organization_id = $1 and d.id = $2
  ), ${UNSUBSCRIBING}
  select ${OPTIONAL}, ${ADDRESS}, found.is_update as "isUpdate", found.message, found.expires_at as "expiresAt", ${OWED} as owed,
    found.token_encrypted as "tokenEncrypted"
  from found
  join organizations as o on o.id = found.organization_id
  join projects as p on p.organization_id = found.organization_id and p.id = found.project_id`

async function deliveryContent(
  { sql, cell, keyRing }: Context,
  { organizationId, deliveryId, customerId }: MailJob,
): Written {
  const unsubscribeToken = randomToken(cell)
  const values = [organizationId, deliveryId, customerId, hashSecret(unsubscribeToken)]
  const [row] = await sql.query<OptionalRow<DeliveryContent> & { tokenEncrypted: string }>(
    DELIVERY,
    values,
  )
  if (!row?.isLive) {
    return { kind: null, reason: 'The delivery was revoked or replaced, or has expired.' }
  }
  if (row.mailOptOut) return { kind: null, reason: 'The customer has unsubscribed.' }
  const { tokenEncrypted, isLive, mailOptOut, ...shown } = row
  const token = keyRing.decrypt(tokenEncrypted, tokenRow(organizationId, deliveryId ?? ''))
  return { kind: 'DELIVERY', ...shown, token, unsubscribeToken }
}

const INVOICE = `
  with found as (
    select i.organization_id, i.id, i.project_id, i.customer_id, i.number, i.currency, i.due_date,
      c.name, c.language, c.mail_opt_out, p.succeeded_at,
      case when p.id is null then i.total_amount - i.paid_amount + i.refunded_amount
        else p.payment_amount + p.tip_amount end as amount,
      case when p.id is null then i.status = 'SENT' else p.status = 'SUCCEEDED' end as is_live
    from invoices as i
    join customers as c on c.organization_id = i.organization_id and c.id = i.customer_id
    left join payments as p on p.organization_id = i.organization_id and p.id = $3
    where i.organization_id = $1 and i.id = $2
  ), ${UNSUBSCRIBING}, link as (
    insert into pay_links (organization_id, invoice_id, token_hash, is_mailed)
    select organization_id, id, $5, true from found where is_live and not mail_opt_out
  )
  select ${OPTIONAL}, ${ADDRESS}, found.number, found.amount::float8 as amount, found.currency,
    to_char(found.due_date, 'YYYY-MM-DD') as "dueDate", found.succeeded_at as "paidAt"
  from found
  join organizations as o on o.id = found.organization_id
  left join projects as p on p.organization_id = found.organization_id and p.id = found.project_id`

async function invoiceContent(
  { sql, cell }: Context,
  { kind, organizationId, invoiceId, paymentId }: MailJob,
): Written {
  const [token, unsubscribeToken] = [randomToken(cell), randomToken(cell)]
  const hashes = [hashSecret(unsubscribeToken), hashSecret(token)]
  const values = [organizationId, invoiceId, paymentId, ...hashes]
  const [row] = await sql.query<OptionalRow<InvoiceContent>>(INVOICE, values)
  if (!row?.isLive) return { kind: null, reason: 'The invoice was already paid or voided.' }
  if (row.mailOptOut) return { kind: null, reason: 'The customer has unsubscribed.' }
  const { isLive, mailOptOut, ...shown } = row
  return { kind: kind === 'RECEIPT' ? kind : 'INVOICE', ...shown, token, unsubscribeToken }
}

// No row if the person was deactivated or no longer manages the project.
const REVISION = `
  select ${SENDER}, ${ADDRESS}, m.name as "managerName", r.round, r.comment,
    r.organization_id as "organizationId", r.project_id as "projectId",
    (select count(*)::int from revision_items as item
     where item.organization_id = r.organization_id and item.revision_id = r.id) as "itemCount"
  from revisions as r
  join projects as p on p.organization_id = r.organization_id and p.id = r.project_id
  join memberships as m
    on m.organization_id = r.organization_id and m.user_id = p.project_manager_id and m.active
  join organizations as o on o.id = r.organization_id
  where r.organization_id = $1 and r.id = $2 and m.user_id = $3`

async function revisionContent(
  { sql }: Context,
  { organizationId, revisionId, userId }: MailJob,
): Written {
  const values = [organizationId, revisionId, userId]
  const [row] = await sql.query<Omit<RevisionContent, 'kind'>>(REVISION, values)
  if (!row) return { kind: null, reason: 'The person no longer manages the project.' }
  return { ...row, kind: 'REVISION_REQUEST' }
}

// No row if the subscription is on again or deleted, or the person is no longer an active ADMIN.
const DISABLED = `
  select ${SENDER}, m.name as "adminName", s.url, s.disabled_reason as reason,
    s.organization_id as "organizationId", s.id as "subscriptionId"
  from webhook_subscriptions as s
  join memberships as m
    on m.organization_id = s.organization_id and m.user_id = $3 and m.active and m.role = 'ADMIN'
  join organizations as o on o.id = s.organization_id
  where s.organization_id = $1 and s.id = $2 and s.deleted_at is null and not s.active
    and s.disabled_reason is not null`

async function disabledWebhookContent(
  { sql }: Context,
  { organizationId, subscriptionId, userId }: MailJob,
): Written {
  const values = [organizationId, subscriptionId, userId]
  const [row] = await sql.query<Omit<DisabledWebhookContent, 'kind'>>(DISABLED, values)
  if (!row) return { kind: null, reason: 'The subscription is no longer switched off.' }
  return { ...row, kind: 'WEBHOOK_DISABLED' }
}
