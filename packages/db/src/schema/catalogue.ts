import { MEDIA_TYPES } from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, newestFirst, optionalInstant, organizationId, updatedAt } from './columns.ts'
import { organizations } from './organizations.ts'

// Packages and add-ons have the same columns.
const offer = () => ({
  organizationId: organizationId().references(() => organizations.id),
  id: uuid().notNull(),
  name: text().notNull(),
  description: text(),
  /** In the currency's minor unit. */
  priceAmount: bigint('price_amount', { mode: 'number' }).notNull(),
  currency: text().notNull(),
  mediaTypes: text('media_types', { enum: MEDIA_TYPES }).array(),
  durationMinutes: integer('duration_minutes'),
  /** Projects keep an archived offer; new ones can't select it. */
  archivedAt: optionalInstant('archived_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const packages = pgTable('packages', offer(), (table) => [
  primaryKey({ columns: [table.organizationId, table.id] }),
  index('packages_newest').on(table.organizationId, ...newestFirst(table)),
  check('packages_price', sql`${table.priceAmount} >= 0`),
])

export const addOns = pgTable('add_ons', offer(), (table) => [
  primaryKey({ columns: [table.organizationId, table.id] }),
  index('add_ons_newest').on(table.organizationId, ...newestFirst(table)),
  check('add_ons_price', sql`${table.priceAmount} >= 0`),
])

/** A percentage or an amount off the price. */
export const discounts = pgTable(
  'discounts',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid().notNull(),
    code: text().notNull(),
    /** Hundredths of a percent. Null for an amount. */
    percentBasisPoints: integer('percent_basis_points'),
    discountAmount: bigint('discount_amount', { mode: 'number' }),
    currency: text(),
    startsAt: optionalInstant('starts_at'),
    expiresAt: optionalInstant('expires_at'),
    maxRedemptions: integer('max_redemptions'),
    /** Projects that hold it now. */
    redemptions: integer().notNull().default(0),
    archivedAt: optionalInstant('archived_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('discounts_code_unique')
      .on(table.organizationId, sql`lower(${table.code})`)
      .where(sql`archived_at is null`),
    index('discounts_newest').on(table.organizationId, ...newestFirst(table)),
    check(
      'discounts_kind',
      sql`(${table.percentBasisPoints} is null) <> (${table.discountAmount} is null)`,
    ),
    check(
      'discounts_redemptions',
      sql`${table.redemptions} >= 0 and (${table.maxRedemptions} is null or ${table.redemptions} <= ${table.maxRedemptions})`,
    ),
  ],
)
