import { LANGUAGES } from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, newestFirst, organizationId, updatedAt, wordsIndex } from './columns.ts'
import { organizations } from './organizations.ts'

export const customers = pgTable(
  'customers',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    company: text(),
    notes: text(),
    externalId: text('external_id'),
    /** Of pages and mails. Null: unknown. */
    language: text({ enum: LANGUAGES }),
    mailOptOut: boolean('mail_opt_out').notNull().default(false),
    /** Null: the organization's setting. */
    lockDownloads: boolean('lock_downloads'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('customers_email_unique').on(table.organizationId, sql`lower(${table.email})`),
    uniqueIndex('customers_external_id_unique').on(table.organizationId, table.externalId),
    index('customers_newest').on(table.organizationId, ...newestFirst(table)),
    wordsIndex('customers_words'),
    check('customers_language', sql`${table.language} in ('en','es')`),
  ],
)
