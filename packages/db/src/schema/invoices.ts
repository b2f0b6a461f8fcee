import { type DiscountTerms, INVOICE_STATUSES } from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import * as t from 'drizzle-orm/pg-core'
import {
  createdAt,
  newestFirst,
  optionalInstant,
  organizationId,
  tenantKey,
  updatedAt,
} from './columns.ts'
import { customers } from './customers.ts'
import { organizations } from './organizations.ts'
import { projects } from './projects.ts'

/** Amounts are in the currency's minor unit. */
export interface LineItem {
  description: string
  quantity: number
  unitAmount: number
  taxBasisPoints: number | null
}

const amount = (name: string) => t.bigint(name, { mode: 'number' }).notNull()

export const invoices = t.pgTable(
  'invoices',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: t.uuid().notNull(),
    /** Assigned when sent, without gaps; null for a draft. */
    number: t.text(),
    status: t.text({ enum: INVOICE_STATUSES }).notNull().default('DRAFT'),
    customerId: t.uuid('customer_id').notNull(),
    projectId: t.uuid('project_id'),
    /** Only for a statement: see `billedProjects`. */
    projectIds: t.uuid('project_ids').array().notNull().default([]),
    currency: t.text().notNull(),
    lineItems: t.json('line_items').$type<LineItem[]>().notNull(),
    subtotalAmount: amount('subtotal_amount'),
    discountAmount: amount('discount_amount'),
    /** Determines `discountAmount`. Null without a discount. */
    discountRule: t.json('discount_rule').$type<DiscountTerms>(),
    taxAmount: amount('tax_amount'),
    totalAmount: amount('total_amount'),
    /** Payment totals, without tips and unapplied amounts. */
    paidAmount: amount('paid_amount').default(0),
    refundedAmount: amount('refunded_amount').default(0),
    disputedAmount: amount('disputed_amount').default(0),
    /** For a change of plan: it doesn't bill the project's work. */
    isFee: t.boolean('is_fee').notNull().default(false),
    /** A calendar day, without a time zone. */
    dueDate: t.date('due_date', { mode: 'string' }),
    notes: t.text(),
    sentAt: optionalInstant('sent_at'),
    paidAt: optionalInstant('paid_at'),
    method: t.text(),
    reference: t.text(),
    voidedAt: optionalInstant('voided_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.uniqueIndex('invoices_number_unique').on(table.organizationId, table.number),
    t.index('invoices_newest').on(table.organizationId, ...newestFirst(table)),
    t.index('invoices_status').on(table.organizationId, table.status, ...newestFirst(table)),
    t.index('invoices_customer').on(table.organizationId, table.customerId, ...newestFirst(table)),
    // For the portal.
    t
      .index('invoices_sent_to_customer')
      .on(table.organizationId, table.customerId, ...newestFirst(table))
      .where(sql`status = 'SENT'`),
    t.index('invoices_updated').on(table.organizationId, table.updatedAt),
    t.index('invoices_project').on(table.organizationId, table.projectId, ...newestFirst(table)),
    // For reports.
    t
      .index('invoices_sent')
      .on(table.organizationId, table.sentAt, table.currency, table.totalAmount)
      .where(sql`status in ('SENT','PAID')`),
    tenantKey('invoices_customer', table, table.customerId, customers),
    tenantKey('invoices_project', table, table.projectId, projects),
    t.check('invoices_status', sql`${table.status} in ('DRAFT','SENT','PAID','VOIDED')`),
  ],
)

/** The last invoice number of an organization, locked while an invoice is sent: numbers have no gaps. */
export const invoiceNumbers = t.pgTable('invoice_numbers', {
  organizationId: organizationId()
    .primaryKey()
    .references(() => organizations.id),
  lastNumber: t.integer('last_number').notNull(),
})
