// Raw SQL: a mail and its daily limit in one statement.
import type { Sql } from '@mediajobs/db'
import { customers, isAway, mails, organizations, unsubscribeTokens } from '@mediajobs/db/schema'
import {
  hashSecret,
  type Language,
  LISTED_MAIL_KINDS,
  type ListedMailKind,
  MAIL_LIFE_SECONDS,
  MAX_MAILS_OF_DAY,
  MAX_STRANGERS_MAILS_OF_DAY,
  MAX_WARNED_ADMINS,
  type MailKind,
  type MailStatus,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, inArray, not, sql as raw } from 'drizzle-orm'
import { updateCustomer } from './customers.ts'
import { notFound } from './shared/errors.ts'
import type { Page, PageRequest } from './shared/paging.ts'
import { record } from './shared/record.ts'

/** The columns visible to staff: never the text or a link. */
const columns = {
  id: mails.id,
  kind: raw<ListedMailKind>`${mails.kind}`,
  status: mails.status,
  recipient: mails.recipient,
  userId: mails.userId,
  customerId: mails.customerId,
  projectId: mails.projectId,
  deliveryId: mails.deliveryId,
  revisionId: mails.revisionId,
  subscriptionId: mails.subscriptionId,
  invoiceId: mails.invoiceId,
  paymentId: mails.paymentId,
  orderId: mails.orderId,
  rescheduleId: mails.rescheduleId,
  leadId: mails.leadId,
  attempts: mails.attempts,
  error: mails.error,
  createdAt: mails.createdAt,
  nextAttemptAt: mails.nextAttemptAt,
  endedAt: mails.endedAt,
}

export interface Mail extends Omit<Pick<typeof mails.$inferSelect, keyof typeof columns>, 'kind'> {
  kind: ListedMailKind
}

export interface MailFilters {
  kind?: ListedMailKind
  status?: MailStatus
  projectId?: string
  customerId?: string
  userId?: string
}

const records = record(mails, { columns })

/**
 * The organization's mails of the last 30 days, newest first, without password resets.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export function listMails(
  sql: Sql,
  orgId: string,
  { limit, cursor, ...filters }: MailFilters & PageRequest,
): Promise<Page<Mail>> {
  const { kind, status, projectId, customerId, userId } = filters
  const where = and(
    inArray(mails.kind, kind === undefined ? LISTED_MAIL_KINDS : [kind]),
    status && eq(mails.status, status),
    projectId === undefined ? undefined : eq(mails.projectId, projectId),
    customerId === undefined ? undefined : eq(mails.customerId, customerId),
    userId === undefined ? undefined : eq(mails.userId, userId),
  )
  return records.page(sql, orgId, { limit, cursor }, { list: { list: 'mails', ...filters }, where })
}

/** A customer's mail subscription. */
export interface MailSubscription {
  organizationName: string
  organizationLocale: string | null
  customerLanguage: Language | null
  mailOptOut: boolean
}

/** @throws {OperationError} `not_found` for an unknown token. */
export async function getMailSubscription(sql: Sql, token: string): Promise<MailSubscription> {
  const { organizationId, customerId, ...subscription } = await findByToken(sql, token)
  return subscription
}

/**
 * Unsubscribes a customer from an organization's mail, and publishes CUSTOMER_UPDATED. Idempotent.
 * docs/contract.md#c14-mail-unsubscribe
 *
 * @throws {OperationError} `not_found` for an unknown token.
 */
export async function unsubscribe(tx: Tx, token: string): Promise<MailSubscription> {
  const { organizationId, customerId, ...subscription } = await findByToken(tx, token)
  await updateCustomer(tx, organizationId, customerId, { mailOptOut: true })
  return { ...subscription, mailOptOut: true }
}

async function findByToken(sql: Sql, token: string) {
  const [found] = await sql.orm
    .select({
      organizationId: customers.organizationId,
      customerId: customers.id,
      organizationName: organizations.name,
      organizationLocale: organizations.locale,
      customerLanguage: customers.language,
      mailOptOut: customers.mailOptOut,
    })
    .from(unsubscribeTokens)
    .innerJoin(
      customers,
      and(
        eq(customers.organizationId, unsubscribeTokens.organizationId),
        eq(customers.id, unsubscribeTokens.customerId),
      ),
    )
    .innerJoin(organizations, eq(organizations.id, customers.organizationId))
    .where(
      and(
        eq(unsubscribeTokens.tokenHash, hashSecret(token)),
        not(raw.raw(isAway('unsubscribe_tokens.organization_id'))),
      ),
    )
  if (!found) throw notFound().naming(token)
  return found
}

const full = (most: number, of: string) =>
  `The organization has reached its limit of ${most} ${of} in 24 hours. This one was not sent.`
const FULL = full(MAX_MAILS_OF_DAY, 'mails')
const STRANGERS_FULL = full(MAX_STRANGERS_MAILS_OF_DAY, 'mails about orders and leads')

// Strangers can trigger these, so they leave room for deliveries and invoices.
const STRANGERS_KINDS: readonly MailKind[] = [
  'ORDER_REQUESTED',
  'ORDER_CONFIRMED',
  'ORDER_CANCELLED',
  'NEW_ORDER',
  'ORDER_CHANGED',
  'NEW_LEAD',
]

/**
 * SQL: queues a mail of the organization `$1` for each row of `source`, which has the `recipient` and `columns`. Beyond the
 * daily limit, and for `STRANGERS_KINDS` beyond their share of it, the mail starts as FAILED, visible to staff. Password
 * resets and sign-in links don't count: strangers can request them.
 */
export function insertOf(kind: MailKind, columns: readonly string[], source: string): string {
  const isStrangers = STRANGERS_KINDS.includes(kind)
  const ofStrangers = `kind in (${STRANGERS_KINDS.map((each) => `'${each}'`).join(', ')})`
  const isFull = isStrangers
    ? `count(*) = ${MAX_MAILS_OF_DAY} or count(*) filter (where ${ofStrangers}) >= ${MAX_STRANGERS_MAILS_OF_DAY}`
    : `count(*) = ${MAX_MAILS_OF_DAY}`
  return `
    insert into mails (organization_id, id, kind, recipient, ${columns.join(', ')}, expires_at,
      status, error, next_attempt_at, ended_at)
    select $1, uuid_v7(), '${kind}', recipient, ${columns.join(', ')},
      now() + ${MAIL_LIFE_SECONDS} * interval '1 second',
      case when is_full then 'FAILED' else 'WAITING' end,
      case when is_full then '${isStrangers ? STRANGERS_FULL : FULL}' end,
      case when not is_full then now() end,
      case when is_full then now() end
    from (${source}) as source, (
      select ${isFull} as is_full from (
        select kind from mails where organization_id = $1 and created_at > now() - interval '1 day'
          and kind not in ('PASSWORD_RESET', 'PORTAL_SIGN_IN')
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

// Only if the invoice can be paid by link: studios that don't take cards send their own mails.
const INVOICE = insertOf(
  'INVOICE',
  ['customer_id', 'project_id', 'invoice_id'],
  `select email as recipient, id as customer_id, $3::uuid as project_id, $4::uuid as invoice_id
   from customers where organization_id = $1 and id = $2 and not mail_opt_out
     and exists (select from payment_accounts where organization_id = $1 and state = 'READY')`,
)

const RECEIPT = insertOf(
  'RECEIPT',
  ['customer_id', 'project_id', 'invoice_id', 'payment_id'],
  `select c.email as recipient, c.id as customer_id, i.project_id, i.id as invoice_id,
     p.id as payment_id
   from payments as p
   join invoices as i on i.organization_id = p.organization_id and i.id = p.invoice_id
   join customers as c on c.organization_id = i.organization_id and c.id = i.customer_id
   where p.organization_id = $1 and p.id = $2 and p.provider <> 'MANUAL' and not c.mail_opt_out`,
)

const RESCHEDULE = insertOf(
  'RESCHEDULE',
  ['customer_id', 'project_id', 'reschedule_id'],
  `select email as recipient, id as customer_id, $3::uuid as project_id, $4::uuid as reschedule_id
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

const NEW_LEAD = insertOf(
  'NEW_LEAD',
  ['project_id', 'lead_id'],
  `select email as recipient, $2::uuid as project_id, $3::uuid as lead_id
   from unnest($4::text[]) as contact (email)`,
)

/** Queues an invitation mail if the service sends mail. docs/contract.md#c14-mail */
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

/** Queues a delivery mail, unless the project has no customer or they unsubscribed. */
export async function mailDelivery(
  tx: Tx,
  { organizationId, id, customerId }: OfProject & { customerId: string | null },
  deliveryId: string,
): Promise<void> {
  if (!tx.sendsMail || customerId === null) return
  await tx.query(DELIVERY, [organizationId, customerId, id, deliveryId])
}

/** Queues the mail for a sent invoice with its pay link, if the organization takes cards. docs/contract.md#c18-mail */
export async function mailInvoice(
  tx: Tx,
  {
    organizationId,
    id,
    customerId,
    projectId,
  }: OfProject & { customerId: string; projectId: string | null },
): Promise<void> {
  if (!tx.sendsMail) return
  await tx.query(INVOICE, [organizationId, customerId, projectId, id])
}

/** Queues the receipt for a card payment. docs/contract.md#c18-mail */
export async function mailReceipt(tx: Tx, orgId: string, paymentId: string): Promise<void> {
  if (tx.sendsMail) await tx.query(RECEIPT, [orgId, paymentId])
}

/** Queues the mail about a moved appointment, unless the project has no customer or they unsubscribed. */
export async function mailReschedule(
  tx: Tx,
  { organizationId, id, customerId }: OfProject & { customerId: string | null },
  rescheduleId: string,
): Promise<void> {
  if (!tx.sendsMail || customerId === null) return
  await tx.query(RESCHEDULE, [organizationId, customerId, id, rescheduleId])
}

/** Mails a revision request to the project's manager, unless they made it on the client's behalf. */
export async function mailRevisionRequest(
  tx: Tx,
  { organizationId, id, projectManagerId }: OfProject & { projectManagerId: string | null },
  { revisionId, requestedByUserId }: { revisionId: string; requestedByUserId: string | null },
): Promise<void> {
  if (!tx.sendsMail || projectManagerId === null || projectManagerId === requestedByUserId) return
  await tx.query(REVISION_REQUEST, [organizationId, projectManagerId, id, revisionId])
}

/** Mails the administrators about a subscription that the service switched off. */
export async function mailDisabledWebhook(
  tx: Tx,
  orgId: string,
  subscriptionId: string,
): Promise<void> {
  if (tx.sendsMail) await tx.query(WEBHOOK_DISABLED, [orgId, subscriptionId])
}

/** Mails a lead to the contacts of its website. */
export async function mailLead(
  tx: Tx,
  { organizationId, id, projectId }: OfProject & { projectId: string },
  recipients: readonly string[],
): Promise<void> {
  if (!tx.sendsMail || recipients.length === 0) return
  await tx.query(NEW_LEAD, [organizationId, projectId, id, recipients])
}
