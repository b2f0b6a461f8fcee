import {
  PAYMENT_PROVIDERS,
  PAYMENT_STATUSES,
  PROVIDER_ACCOUNT_STATES,
  REFUND_STATUSES,
} from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import * as t from 'drizzle-orm/pg-core'
import {
  bytea,
  createdAt,
  newestFirst,
  optionalInstant,
  organizationId,
  tenantKey,
  updatedAt,
} from './columns.ts'
import { customers } from './customers.ts'
import { invoices } from './invoices.ts'
import { orders } from './orders.ts'
import { memberKey, organizations } from './organizations.ts'

/** In the currency's minor unit. */
const amount = (name: string) => t.bigint(name, { mode: 'number' }).notNull()

/** An organization's own account at a payment provider, at most one. */
export const paymentAccounts = t.pgTable(
  'payment_accounts',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: t.uuid().notNull(),
    provider: t.text({ enum: ['STRIPE'] }).notNull(),
    secretKeyEncrypted: t.text('secret_key_encrypted').notNull(),
    webhookSecretEncrypted: t.text('webhook_secret_encrypted'),
    /** Still verifies events after a change of secrets. */
    previousWebhookSecretEncrypted: t.text('previous_webhook_secret_encrypted'),
    /** Hash of the token in `webhookUrl`, which receives the provider's events. */
    tokenHash: bytea('token_hash').notNull(),
    tokenEncrypted: t.text('token_encrypted').notNull(),
    /** Null until the provider reports it. */
    livemode: t.boolean(),
    accountName: t.text('account_name'),
    state: t.text({ enum: PROVIDER_ACCOUNT_STATES }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId] }),
    t.uniqueIndex('payment_accounts_token_hash_unique').on(table.tokenHash),
  ],
)

export const payments = t.pgTable(
  'payments',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: t.uuid().notNull(),
    /** Null until its order is confirmed. */
    invoiceId: t.uuid('invoice_id'),
    orderId: t.uuid('order_id'),
    customerId: t.uuid('customer_id'),
    provider: t.text({ enum: PAYMENT_PROVIDERS }).notNull(),
    providerPaymentId: t.text('provider_payment_id'),
    /** The provider's checkout session; null until stored. */
    checkoutId: t.text('checkout_id'),
    checkoutUrl: t.text('checkout_url'),
    checkoutExpiresAt: optionalInstant('checkout_expires_at'),
    status: t.text({ enum: PAYMENT_STATUSES }).notNull(),
    /** Without the tip. The amount requested; after success, the amount received. */
    paymentAmount: amount('payment_amount'),
    tipAmount: amount('tip_amount').default(0),
    /** The part beyond the invoice's balance. */
    unappliedAmount: amount('unapplied_amount').default(0),
    refundedAmount: amount('refunded_amount').default(0),
    disputedAmount: amount('disputed_amount').default(0),
    /** Part of `disputedAmount`: refunded if the dispute is won, because the job was canceled. */
    refundDueAmount: amount('refund_due_amount').default(0),
    /** Sum of failed refunds, less what was refunded since. */
    refundFailedAmount: amount('refund_failed_amount').default(0),
    currency: t.text().notNull(),
    method: t.text(),
    failureCode: t.text('failure_code'),
    /** Whether the key was a live one; null for MANUAL. */
    livemode: t.boolean(),
    /** When the dispatcher reads it from the provider next. Null: settled, or manual. */
    nextReadAt: optionalInstant('next_read_at'),
    /** Number of reads: a fencing token. */
    reads: t.integer().notNull().default(0),
    createdAt: createdAt(),
    succeededAt: optionalInstant('succeeded_at'),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.index('payments_newest').on(table.organizationId, ...newestFirst(table)),
    t.index('payments_updated').on(table.organizationId, table.updatedAt),
    t.index('payments_status').on(table.organizationId, table.status, ...newestFirst(table)),
    t.index('payments_invoice').on(table.organizationId, table.invoiceId, ...newestFirst(table)),
    t
      .index('payments_order')
      .on(table.organizationId, table.orderId, ...newestFirst(table))
      .where(sql`order_id is not null`),
    t.index('payments_customer').on(table.organizationId, table.customerId, ...newestFirst(table)),
    t
      .uniqueIndex('payments_provider_unique')
      .on(table.organizationId, table.providerPaymentId)
      .where(sql`provider = 'STRIPE' and provider_payment_id is not null`),
    t
      .uniqueIndex('payments_open_checkout')
      .on(table.organizationId, table.invoiceId)
      .where(sql`provider = 'STRIPE' and status = 'PENDING'`),
    t
      .uniqueIndex('payments_open_order_checkout')
      .on(table.organizationId, table.orderId)
      .where(sql`provider = 'STRIPE' and status = 'PENDING'`),
    // For reports.
    t
      .index('payments_received')
      .on(
        table.organizationId,
        table.succeededAt,
        table.currency,
        table.paymentAmount,
        table.tipAmount,
      )
      .where(sql`status = 'SUCCEEDED'`),
    t.index('payments_due').on(table.nextReadAt).where(sql`next_read_at is not null`),
    tenantKey('payments_invoice', table, table.invoiceId, invoices),
    tenantKey('payments_order', table, table.orderId, orders),
    tenantKey('payments_customer', table, table.customerId, customers),
    t.check(
      'payments_amounts',
      sql`payment_amount >= 0 and tip_amount >= 0 and unapplied_amount >= 0 and refunded_amount >= 0 and disputed_amount >= 0 and refund_due_amount >= 0 and refund_failed_amount >= 0`,
    ),
  ],
)

export const refunds = t.pgTable(
  'refunds',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: t.uuid().notNull(),
    paymentId: t.uuid('payment_id').notNull(),
    provider: t.text({ enum: PAYMENT_PROVIDERS }).notNull(),
    refundAmount: amount('refund_amount'),
    reason: t.text(),
    status: t.text({ enum: REFUND_STATUSES }).notNull(),
    failureCode: t.text('failure_code'),
    providerRefundId: t.text('provider_refund_id'),
    /** Null for a refund created at the provider. */
    createdByUserId: t.uuid('created_by_user_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    // For reports.
    t
      .index('refunds_made')
      .on(table.organizationId, table.createdAt, table.paymentId, table.refundAmount)
      .where(sql`status = 'SUCCEEDED'`),
    t.index('refunds_of_payment').on(table.organizationId, table.paymentId, ...newestFirst(table)),
    t
      .uniqueIndex('refunds_provider_unique')
      .on(table.organizationId, table.providerRefundId)
      .where(sql`provider_refund_id is not null`),
    tenantKey('refunds_payment', table, table.paymentId, payments),
    memberKey('refunds_user', table, table.createdByUserId),
    t.check('refunds_amount', sql`refund_amount > 0`),
  ],
)

/** A provider's signed events: hints that an object changed. The dispatcher reads the object itself. */
export const paymentHints = t.pgTable(
  'payment_hints',
  {
    organizationId: organizationId().references(() => organizations.id),
    /** The provider's event id, which dedupes redelivered events. */
    eventId: t.text('event_id').notNull(),
    /** The payment it names, if one of ours. */
    paymentId: t.uuid('payment_id'),
    providerPaymentId: t.text('provider_payment_id'),
    receivedAt: createdAt('received_at'),
    /** Null: still to be read. */
    readAt: optionalInstant('read_at'),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.eventId] }),
    t.index('payment_hints_due').on(table.receivedAt).where(sql`read_at is null`),
  ],
)

/** Links to the pay pages of invoices. */
export const payLinks = t.pgTable(
  'pay_links',
  {
    organizationId: organizationId(),
    invoiceId: t.uuid('invoice_id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    /** Whether it is in a mail or on the customer's pages. Otherwise staff created it: at most one per invoice. */
    isMailed: t.boolean('is_mailed').notNull().default(false),
    /** Only for the link on the customer's pages, which stays the same. Null for all others. */
    tokenEncrypted: t.text('token_encrypted'),
    createdAt: createdAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    t.uniqueIndex('pay_links_token_hash_unique').on(table.tokenHash),
    t.index('pay_links_of_invoice').on(table.organizationId, table.invoiceId),
    t
      .uniqueIndex('pay_links_of_staff')
      .on(table.organizationId, table.invoiceId)
      .where(sql`not is_mailed`),
    t
      .uniqueIndex('pay_links_of_portal')
      .on(table.organizationId, table.invoiceId)
      .where(sql`token_encrypted is not null`),
    tenantKey('pay_links_invoice', table, table.invoiceId, invoices).onDelete('cascade'),
  ],
)
