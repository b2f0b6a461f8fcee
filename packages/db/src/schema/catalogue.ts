import { MEDIA_TYPES, type SizeTier } from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import * as t from 'drizzle-orm/pg-core'
import { createdAt, newestFirst, optionalInstant, organizationId, updatedAt } from './columns.ts'
import { organizations } from './organizations.ts'

// Packages and add-ons have the same columns.
const offer = () => ({
  organizationId: organizationId().references(() => organizations.id),
  id: t.uuid().notNull(),
  name: t.text().notNull(),
  description: t.text(),
  /** In the currency's minor unit. */
  priceAmount: t.bigint('price_amount', { mode: 'number' }).notNull(),
  currency: t.text().notNull(),
  mediaTypes: t.text('media_types', { enum: MEDIA_TYPES }).array(),
  durationMinutes: t.integer('duration_minutes'),
  /** Prices and durations by the property's size, ascending. Null: one price. */
  sizeTiers: t.json('size_tiers').$type<SizeTier[]>(),
  /** Hundredths of a percent. Null: the organization's. */
  taxBasisPoints: t.integer('tax_basis_points'),
  /** Projects keep an archived offer; new ones can't select it. */
  archivedAt: optionalInstant('archived_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const packages = t.pgTable('packages', offer(), (table) => [
  t.primaryKey({ columns: [table.organizationId, table.id] }),
  t.index('packages_newest').on(table.organizationId, ...newestFirst(table)),
  t.check('packages_price', sql`${table.priceAmount} >= 0`),
])

export const addOns = t.pgTable('add_ons', offer(), (table) => [
  t.primaryKey({ columns: [table.organizationId, table.id] }),
  t.index('add_ons_newest').on(table.organizationId, ...newestFirst(table)),
  t.check('add_ons_price', sql`${table.priceAmount} >= 0`),
])

/** A percentage or an amount off the price. */
export const discounts = t.pgTable(
  'discounts',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: t.uuid().notNull(),
    code: t.text().notNull(),
    /** Hundredths of a percent. Null for an amount. */
    percentBasisPoints: t.integer('percent_basis_points'),
    discountAmount: t.bigint('discount_amount', { mode: 'number' }),
    currency: t.text(),
    startsAt: optionalInstant('starts_at'),
    expiresAt: optionalInstant('expires_at'),
    maxRedemptions: t.integer('max_redemptions'),
    /** Number of projects that currently use it. */
    redemptions: t.integer().notNull().default(0),
    archivedAt: optionalInstant('archived_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t
      .uniqueIndex('discounts_code_unique')
      .on(table.organizationId, sql`lower(${table.code})`)
      .where(sql`archived_at is null`),
    t.index('discounts_newest').on(table.organizationId, ...newestFirst(table)),
    t.check(
      'discounts_kind',
      sql`(${table.percentBasisPoints} is null) <> (${table.discountAmount} is null)`,
    ),
    t.check(
      'discounts_redemptions',
      sql`${table.redemptions} >= 0 and (${table.maxRedemptions} is null or ${table.redemptions} <= ${table.maxRedemptions})`,
    ),
  ],
)
