import {
  type ChangePolicy,
  CONFIRMATION_RULES,
  type DiscountTerms,
  LANGUAGES,
  ORDER_STATUSES,
  type OrderQuestion,
  type OrderSelection,
  PAYMENT_RULES,
  SCHEDULING_RULES,
} from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import * as t from 'drizzle-orm/pg-core'
import {
  bytea,
  createdAt,
  IS_HELD,
  IS_UNDECIDED,
  IS_UNERASED,
  IS_UNMATCHED,
  newestFirst,
  optionalInstant,
  organizationId,
  tenantKey,
  updatedAt,
} from './columns.ts'
import { customers } from './customers.ts'
import { invoices, type LineItem } from './invoices.ts'
import { memberKey, organizations } from './organizations.ts'
import { type BookingAnswer, projects } from './projects.ts'

/** Order forms: what anyone may order, and how. */
export const orderForms = t.pgTable(
  'order_forms',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: t.uuid().notNull(),
    /** The id in the page's address: 22 base62 characters. */
    publicId: t.text('public_id').notNull(),
    name: t.text().notNull(),
    active: t.boolean().notNull().default(true),
    packageIds: t.uuid('package_ids').array().notNull(),
    addOnIds: t.uuid('add_on_ids').array().notNull(),
    questions: t.json().$type<OrderQuestion[]>().notNull(),
    scheduling: t.text({ enum: SCHEDULING_RULES }).notNull(),
    /** Spacing of start times, counted from midnight in the organization's time zone. */
    slotMinutes: t.integer('slot_minutes').notNull(),
    noticeHours: t.integer('notice_hours').notNull(),
    horizonDays: t.integer('horizon_days').notNull(),
    /** Before and after each shoot. */
    travelMinutes: t.integer('travel_minutes').notNull(),
    /** Null: all active TECHNICIANs. */
    technicianIds: t.uuid('technician_ids').array(),
    payment: t.text({ enum: PAYMENT_RULES }).notNull(),
    /** Share of the total, for DEPOSIT. */
    depositBasisPoints: t.integer('deposit_basis_points'),
    confirmation: t.text({ enum: CONFIRMATION_RULES }).notNull(),
    terms: t.text(),
    /** Origins whose pages may embed the form. */
    frameAncestors: t.text('frame_ancestors').array().notNull(),
    /** Orders keep an archived form; its page is gone. */
    archivedAt: optionalInstant('archived_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.uniqueIndex('order_forms_public_id_unique').on(table.publicId),
    t.index('order_forms_newest').on(table.organizationId, ...newestFirst(table)),
    t.check('order_forms_deposit', sql`(payment = 'DEPOSIT') = (deposit_basis_points is not null)`),
  ],
)

/** Clients' orders, from holding a slot onward. */
export const orders = t.pgTable(
  'orders',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: t.uuid().notNull(),
    formId: t.uuid('form_id').notNull(),
    status: t.text({ enum: ORDER_STATUSES }).notNull(),
    holdTokenHash: bytea('hold_token_hash').notNull(),
    /** Null until placed. Repeated calls return the token itself: `tokenEncrypted`. */
    tokenHash: bytea('token_hash'),
    tokenEncrypted: t.text('token_encrypted'),
    /** While HELD or PAYMENT_DUE. */
    holdExpiresAt: optionalInstant('hold_expires_at'),
    /** Hash of the organization and the network that holds it. */
    networkHash: bytea('network_hash'),
    /** Null without scheduling. */
    startsAt: optionalInstant('starts_at'),
    durationMinutes: t.integer('duration_minutes').notNull(),
    technicianId: t.uuid('technician_id'),
    selection: t.json().$type<OrderSelection>().notNull(),
    /** In the organization's `sizeUnit`. */
    propertySize: t.integer('property_size'),
    addressLine1: t.text('address_line1'),
    addressLine2: t.text('address_line2'),
    city: t.text(),
    region: t.text(),
    postalCode: t.text('postal_code'),
    countryCode: t.text('country_code'),
    lat: t.doublePrecision(),
    lng: t.doublePrecision(),
    answers: t.json().$type<BookingAnswer[]>(),
    customerName: t.text('customer_name'),
    customerEmail: t.text('customer_email'),
    customerPhone: t.text('customer_phone'),
    /** For pages and mails. */
    language: t.text({ enum: LANGUAGES }),
    acceptedTermsAt: optionalInstant('accepted_terms_at'),
    /** The organization's policy when the terms were accepted. */
    changePolicy: t.json('change_policy').$type<ChangePolicy>(),
    lineItems: t.json('line_items').$type<LineItem[]>(),
    discountRule: t.json('discount_rule').$type<DiscountTerms>(),
    totalAmount: t.bigint('total_amount', { mode: 'number' }),
    /** The part of the total that confirms the order. */
    dueAmount: t.bigint('due_amount', { mode: 'number' }),
    currency: t.text(),
    /** Null until it is confirmed, unless the customer was signed in. */
    customerId: t.uuid('customer_id'),
    /** Null until confirmed, like `invoiceId`. */
    projectId: t.uuid('project_id'),
    invoiceId: t.uuid('invoice_id'),
    /** The order's time was taken before it was paid or confirmed, so its project has no technician. */
    orderConflict: t.boolean('order_conflict').notNull().default(false),
    placedAt: optionalInstant('placed_at'),
    confirmedAt: optionalInstant('confirmed_at'),
    /** When it expired or was declined. */
    endedAt: optionalInstant('ended_at'),
    /** Why staff declined it. */
    reason: t.text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.uniqueIndex('orders_hold_token_hash_unique').on(table.holdTokenHash),
    t.uniqueIndex('orders_token_hash_unique').on(table.tokenHash),
    t.uniqueIndex('orders_project_unique').on(table.organizationId, table.projectId),
    t.index('orders_newest').on(table.organizationId, ...newestFirst(table)),
    t.index('orders_status').on(table.organizationId, table.status, ...newestFirst(table)),
    t.index('orders_customer').on(table.organizationId, table.customerId, ...newestFirst(table)),
    t
      .index('orders_email')
      .on(table.organizationId, sql`lower(${table.customerEmail})`, ...newestFirst(table))
      .where(sql.raw(IS_UNMATCHED)),
    t.index('orders_form').on(table.organizationId, table.formId, ...newestFirst(table)),
    t.index('orders_busy').on(table.organizationId, table.startsAt).where(sql.raw(IS_UNDECIDED)),
    t
      .index('orders_live_holds')
      .on(table.organizationId, table.holdExpiresAt)
      .where(sql.raw(IS_HELD)),
    t.index('orders_due').on(table.holdExpiresAt).where(sql.raw(IS_HELD)),
    t.index('orders_ended').on(table.endedAt).where(sql.raw(IS_UNERASED)),
    tenantKey('orders_form', table, table.formId, orderForms),
    memberKey('orders_technician', table, table.technicianId),
    tenantKey('orders_customer', table, table.customerId, customers),
    tenantKey('orders_project', table, table.projectId, projects),
    tenantKey('orders_invoice', table, table.invoiceId, invoices),
  ],
)
