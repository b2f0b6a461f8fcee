import { LANGUAGES } from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import * as t from 'drizzle-orm/pg-core'
import {
  bytea,
  createdAt,
  newestFirst,
  organizationId,
  requiredInstant,
  tenantKey,
  updatedAt,
  wordsIndex,
} from './columns.ts'
import { organizations } from './organizations.ts'

export const customers = t.pgTable(
  'customers',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: t.uuid().notNull(),
    name: t.text().notNull(),
    email: t.text().notNull(),
    phone: t.text(),
    company: t.text(),
    notes: t.text(),
    externalId: t.text('external_id'),
    /** For pages and mails. Null: unknown. */
    language: t.text({ enum: LANGUAGES }),
    mailOptOut: t.boolean('mail_opt_out').notNull().default(false),
    /** Null: the customer group's setting, or the organization's. */
    lockDownloads: t.boolean('lock_downloads'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.uniqueIndex('customers_email_unique').on(table.organizationId, sql`lower(${table.email})`),
    t.uniqueIndex('customers_external_id_unique').on(table.organizationId, table.externalId),
    t.index('customers_newest').on(table.organizationId, ...newestFirst(table)),
    wordsIndex('customers_words'),
    t.check('customers_language', sql`${table.language} in ('en','es')`),
  ],
)

/**
 * Requests for a sign-in link. The api doesn't check whether the address is a customer's; a dispatcher does, queues a mail
 * and deletes the row.
 */
export const portalSignInRequests = t.pgTable(
  'portal_sign_in_requests',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: t.uuid().notNull(),
    email: t.text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.index('portal_sign_in_requests_age').on(table.createdAt),
  ],
)

/** Links that sign a customer in, one per mail. Deleted when used. */
export const portalSignIns = t.pgTable(
  'portal_sign_ins',
  {
    organizationId: organizationId(),
    tokenHash: bytea('token_hash').notNull(),
    customerId: t.uuid('customer_id').notNull(),
    expiresAt: requiredInstant('expires_at'),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    t.uniqueIndex('portal_sign_ins_token_hash_unique').on(table.tokenHash),
    t.index('portal_sign_ins_of_customer').on(table.organizationId, table.customerId),
    t.index('portal_sign_ins_expiry').on(table.expiresAt),
    tenantKey('portal_sign_ins_customer', table, table.customerId, customers).onDelete('cascade'),
  ],
)

/** Customers' sessions, valid only for the portal. */
export const portalSessions = t.pgTable(
  'portal_sessions',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    tokenHash: bytea('token_hash').notNull(),
    customerId: t.uuid('customer_id').notNull(),
    createdAt: createdAt(),
    expiresAt: requiredInstant('expires_at'),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.uniqueIndex('portal_sessions_token_hash_unique').on(table.tokenHash),
    t.index('portal_sessions_of_customer').on(table.organizationId, table.customerId),
    t.index('portal_sessions_expiry').on(table.expiresAt),
    tenantKey('portal_sessions_customer', table, table.customerId, customers).onDelete('cascade'),
  ],
)
