import { SCOPES } from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
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

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    tokenHash: bytea('token_hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    expiresAt: requiredInstant('expires_at'),
  },
  (table) => [
    uniqueIndex('sessions_token_hash_unique').on(table.tokenHash),
    index('sessions_of_user').on(table.userId),
    index('sessions_expiry').on(table.expiresAt),
  ],
)

export const apiKeys = pgTable(
  'api_keys',
  {
    organizationId: organizationId(),
    id: uuid().notNull(),
    name: text().notNull(),
    scopes: text({ enum: SCOPES }).array().notNull(),
    prefix: text().notNull(),
    keyHash: bytea('key_hash').notNull(),
    createdByUserId: uuid('created_by_user_id').notNull(),
    createdAt: createdAt(),
    expiresAt: optionalInstant('expires_at'),
    lastUsedAt: optionalInstant('last_used_at'),
    revokedAt: optionalInstant('revoked_at'),
    /** The key that replaced this one in a rotation. */
    replacedById: uuid('replaced_by_id'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('api_keys_key_hash_unique').on(table.keyHash),
    index('api_keys_newest').on(table.organizationId, ...newestFirst(table)),
    memberKey('api_keys_creator', table, table.createdByUserId),
    tenantKey('api_keys_replacement', table, table.replacedById, table),
    check(
      'api_keys_scopes',
      sql`${table.scopes} <@ array['READ','WRITE','ADMIN','BULK_IMPORT','WEBHOOKS'] and cardinality(${table.scopes}) > 0`,
    ),
  ],
)

/**
 * The sliding log of every rate limit: microseconds of the accepted calls, ascending, and the last decision with its
 * time. UNLOGGED (see the migration), so a GET doesn't wait for a flush; a crash of the server empties the windows.
 */
export const rateWindows = pgTable(
  'rate_windows',
  {
    subject: text().primaryKey(),
    hits: bigint({ mode: 'bigint' }).array().notNull(),
    allowed: boolean().notNull(),
    judgedAt: bigint('judged_at', { mode: 'bigint' }).notNull(),
    /**
     * The UTC day of `judged_at`, in days since 1970, to find stale windows. An index on `judged_at` itself would defeat
     * HOT updates.
     */
    judgedDay: integer('judged_day')
      .notNull()
      .default(sql`floor(extract(epoch from now()) / 86400)::int`),
  },
  (table) => [index('rate_windows_day').on(table.judgedDay)],
)
