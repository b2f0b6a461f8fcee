import { GROUP_BILLINGS, GROUP_ROLES, type GroupPrice, PAYMENT_TERMS } from '@mediajobs/domain'
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
import { invoices } from './invoices.ts'
import { organizations } from './organizations.ts'
import { projects } from './projects.ts'

/** Customers who share prices and terms: a brokerage, a team. */
export const customerGroups = t.pgTable(
  'customer_groups',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: t.uuid().notNull(),
    name: t.text().notNull(),
    /** Who receives the invoices of projects: their customer, or `billingCustomerId`. */
    billing: t.text({ enum: GROUP_BILLINGS }).notNull(),
    billingCustomerId: t.uuid('billing_customer_id'),
    paymentTerms: t.text('payment_terms', { enum: PAYMENT_TERMS }).notNull(),
    /** With NET_DAYS. */
    netDays: t.integer('net_days'),
    /** Null: as the terms imply. */
    lockDownloads: t.boolean('lock_downloads'),
    /** Discount on the whole price, in hundredths of a percent. */
    discountBasisPoints: t.integer('discount_basis_points'),
    /** Prices that override the catalog's, at any size. */
    prices: t.json().$type<GroupPrice[]>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.index('customer_groups_newest').on(table.organizationId, ...newestFirst(table)),
    t.index('customer_groups_billed').on(table.organizationId, table.billingCustomerId),
    tenantKey('customer_groups_billing_customer', table, table.billingCustomerId, customers),
    t.check(
      'customer_groups_billing',
      sql`(${table.billing} = 'GROUP') = (${table.billingCustomerId} is not null)`,
    ),
    t.check(
      'customer_groups_terms',
      sql`(${table.paymentTerms} = 'NET_DAYS') = (${table.netDays} is not null)`,
    ),
  ],
)

/**
 * A customer's time in a group. A project belongs to the group that its customer was in when it was created, or else
 * joined next, so rows of former members are kept.
 */
export const customerGroupMembers = t.pgTable(
  'customer_group_members',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    groupId: t.uuid('group_id').notNull(),
    customerId: t.uuid('customer_id').notNull(),
    role: t.text({ enum: GROUP_ROLES }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Null for a current member. */
    leftAt: optionalInstant('left_at'),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t
      .uniqueIndex('customer_group_members_one')
      .on(table.organizationId, table.customerId)
      .where(sql`left_at is null`),
    t
      .index('customer_group_members_newest')
      .on(table.organizationId, table.groupId, ...newestFirst(table)),
    t
      .index('customer_group_members_customer')
      .on(table.organizationId, table.customerId, table.leftAt),
    tenantKey('customer_group_members_group', table, table.groupId, customerGroups).onDelete(
      'cascade',
    ),
    tenantKey('customer_group_members_customer', table, table.customerId, customers).onDelete(
      'cascade',
    ),
  ],
)

/** The projects of statements: `invoices.project_ids`, with the constraint that none is billed twice. */
export const billedProjects = t.pgTable(
  'billed_projects',
  {
    organizationId: organizationId(),
    projectId: t.uuid('project_id').notNull(),
    invoiceId: t.uuid('invoice_id').notNull(),
    /** False once another statement bills the project: this one is void, or all of it was refunded. */
    isBilled: t.boolean('is_billed').notNull().default(true),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.projectId, table.invoiceId] }),
    t
      .uniqueIndex('billed_projects_once')
      .on(table.organizationId, table.projectId)
      .where(sql`is_billed`),
    t.index('billed_projects_of_invoice').on(table.organizationId, table.invoiceId),
    tenantKey('billed_projects_project', table, table.projectId, projects),
    tenantKey('billed_projects_invoice', table, table.invoiceId, invoices),
  ],
)
