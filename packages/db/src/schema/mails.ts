import { MAIL_KINDS, MAIL_STATUSES } from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import * as t from 'drizzle-orm/pg-core'
import { clientDeliveries, revisions } from './client-deliveries.ts'
import {
  bytea,
  createdAt,
  newestFirst,
  optionalInstant,
  organizationId,
  requiredInstant,
  tenantKey,
} from './columns.ts'
import { customers } from './customers.ts'
import { invoices } from './invoices.ts'
import { orders } from './orders.ts'
import { memberKey, users } from './organizations.ts'
import { payments } from './payments.ts'
import { projects } from './projects.ts'
import { projectReschedules } from './visits.ts'
import { webhookSubscriptions } from './webhooks.ts'
import { leads } from './websites.ts'

/**
 * Mails, kept for 30 days. A WAITING row is also the job. No secrets, no text: the mail and the token of its link are
 * created on sending. ADR 23.
 */
export const mails = t.pgTable(
  'mails',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    kind: t.text({ enum: MAIL_KINDS }).notNull(),
    status: t.text({ enum: MAIL_STATUSES }).notNull(),
    /** The address when the mail was queued. */
    recipient: t.text().notNull(),
    /** The recipient, if a user. Null if a customer. */
    userId: t.uuid('user_id'),
    customerId: t.uuid('customer_id'),
    projectId: t.uuid('project_id'),
    deliveryId: t.uuid('delivery_id'),
    revisionId: t.uuid('revision_id'),
    subscriptionId: t.uuid('subscription_id'),
    invoiceId: t.uuid('invoice_id'),
    paymentId: t.uuid('payment_id'),
    rescheduleId: t.uuid('reschedule_id'),
    orderId: t.uuid('order_id'),
    leadId: t.uuid('lead_id'),
    /** The invitation's `token_hash`. */
    invitationHash: bytea('invitation_hash'),
    /** Attempts started. */
    attempts: t.integer().notNull().default(0),
    /** When the next attempt is due. While a dispatcher sends the mail, the end of its lease. Null unless WAITING. */
    nextAttemptAt: optionalInstant('next_attempt_at'),
    /** The mail isn't sent after this time. */
    expiresAt: requiredInstant('expires_at'),
    /** The last failure, for staff. */
    error: t.text(),
    createdAt: createdAt(),
    endedAt: optionalInstant('ended_at'),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t
      .index('mails_waiting')
      .on(table.organizationId, table.nextAttemptAt)
      .where(sql`status = 'WAITING'`),
    t.index('mails_newest').on(table.organizationId, ...newestFirst(table)),
    t.index('mails_of_project').on(table.organizationId, table.projectId, table.createdAt),
    t.index('mails_of_customer').on(table.organizationId, table.customerId),
    t
      .index('mails_of_order')
      .on(table.organizationId, table.orderId)
      .where(sql`order_id is not null`),
    t.index('mails_of_lead').on(table.organizationId, table.leadId).where(sql`lead_id is not null`),
    t.index('mails_age').on(table.createdAt),
    memberKey('mails_user', table, table.userId),
    tenantKey('mails_customer', table, table.customerId, customers).onDelete('cascade'),
    tenantKey('mails_project', table, table.projectId, projects),
    tenantKey('mails_delivery', table, table.deliveryId, clientDeliveries),
    tenantKey('mails_revision', table, table.revisionId, revisions),
    tenantKey('mails_invoice', table, table.invoiceId, invoices),
    tenantKey('mails_payment', table, table.paymentId, payments),
    tenantKey('mails_reschedule', table, table.rescheduleId, projectReschedules),
    tenantKey('mails_order', table, table.orderId, orders),
    tenantKey('mails_lead', table, table.leadId, leads).onDelete('cascade'),
    tenantKey('mails_subscription', table, table.subscriptionId, webhookSubscriptions).onDelete(
      'cascade',
    ),
    t.check(
      'mails_kind',
      sql`${table.kind} in ('INVITATION','PASSWORD_RESET','DELIVERY','REVISION_REQUEST','WEBHOOK_DISABLED','INVOICE','RECEIPT','RESCHEDULE','PORTAL_SIGN_IN','ORDER_REQUESTED','ORDER_CONFIRMED','ORDER_DECLINED','ORDER_CANCELLED','NEW_ORDER','ORDER_CHANGED','NEW_LEAD')`,
    ),
    t.check('mails_status', sql`${table.status} in ('WAITING','SENT','FAILED','CANCELLED')`),
    t.check(
      'mails_ended',
      sql`(${table.status} = 'WAITING') = (${table.nextAttemptAt} is not null)`,
    ),
  ],
)

/** Unsubscribe links of customers, one per mail. */
export const unsubscribeTokens = t.pgTable(
  'unsubscribe_tokens',
  {
    tokenHash: bytea('token_hash').notNull(),
    organizationId: organizationId(),
    customerId: t.uuid('customer_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    t.uniqueIndex('unsubscribe_tokens_token_hash_unique').on(table.tokenHash),
    t.index('unsubscribe_tokens_of_customer').on(table.organizationId, table.customerId),
    tenantKey('unsubscribe_tokens_customer', table, table.customerId, customers).onDelete(
      'cascade',
    ),
  ],
)

/**
 * Password reset requests. The api doesn't check whether the address is known; a dispatcher does, queues a mail and
 * deletes the row.
 */
export const passwordResetRequests = t.pgTable(
  'password_reset_requests',
  {
    id: t.uuid().primaryKey(),
    email: t.text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [t.index('password_reset_requests_age').on(table.createdAt)],
)

/** Password reset links. */
export const passwordResets = t.pgTable(
  'password_resets',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    userId: t
      .uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: requiredInstant('expires_at'),
  },
  (table) => [
    t.index('password_resets_of_user').on(table.userId),
    t.index('password_resets_expiry').on(table.expiresAt),
  ],
)
