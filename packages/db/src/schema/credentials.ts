import { SCOPES } from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import * as t from 'drizzle-orm/pg-core'
import {
  bytea,
  createdAt,
  newestFirst,
  optionalInstant,
  organizationId,
  requiredInstant,
  tenantKey,
} from './columns.ts'
import { memberKey, users } from './organizations.ts'

export const sessions = t.pgTable(
  'sessions',
  {
    id: t.uuid().primaryKey(),
    tokenHash: bytea('token_hash').notNull(),
    userId: t
      .uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    expiresAt: requiredInstant('expires_at'),
  },
  (table) => [
    t.uniqueIndex('sessions_token_hash_unique').on(table.tokenHash),
    t.index('sessions_of_user').on(table.userId),
    t.index('sessions_expiry').on(table.expiresAt),
  ],
)

export const apiKeys = t.pgTable(
  'api_keys',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    name: t.text().notNull(),
    scopes: t.text({ enum: SCOPES }).array().notNull(),
    prefix: t.text().notNull(),
    keyHash: bytea('key_hash').notNull(),
    createdByUserId: t.uuid('created_by_user_id').notNull(),
    createdAt: createdAt(),
    expiresAt: optionalInstant('expires_at'),
    lastUsedAt: optionalInstant('last_used_at'),
    revokedAt: optionalInstant('revoked_at'),
    /** The key that replaced this one in a rotation. */
    replacedById: t.uuid('replaced_by_id'),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.uniqueIndex('api_keys_key_hash_unique').on(table.keyHash),
    t.index('api_keys_newest').on(table.organizationId, ...newestFirst(table)),
    memberKey('api_keys_creator', table, table.createdByUserId),
    tenantKey('api_keys_replacement', table, table.replacedById, table),
    t.check(
      'api_keys_scopes',
      sql`${table.scopes} <@ array['READ','WRITE','ADMIN','BULK_IMPORT','WEBHOOKS'] and cardinality(${table.scopes}) > 0`,
    ),
  ],
)

/**
 * The sliding log of every rate limit: microseconds of the accepted calls, ascending, and the last decision with its
 * time. UNLOGGED (see the migration), so a GET doesn't wait for a flush; a crash of the server empties the windows.
 */
export const rateWindows = t.pgTable(
  'rate_windows',
  {
    subject: t.text().primaryKey(),
    hits: t.bigint({ mode: 'bigint' }).array().notNull(),
    allowed: t.boolean().notNull(),
    judgedAt: t.bigint('judged_at', { mode: 'bigint' }).notNull(),
    /**
     * The UTC day of `judged_at`, in days since 1970, to find stale windows. An index on `judged_at` itself would defeat
     * HOT updates.
     */
    judgedDay: t
      .integer('judged_day')
      .notNull()
      .default(sql`floor(extract(epoch from now()) / 86400)::int`),
  },
  (table) => [t.index('rate_windows_day').on(table.judgedDay)],
)
