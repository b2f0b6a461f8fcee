import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, createdAt, newestId, organizationId, tenantKey } from './columns.ts'
import { apiKeys } from './credentials.ts'

/**
 * The request log: errors, and a sample of other calls. PARTITION BY RANGE (id), whose time is that of the call: see
 * migrations. No foreign keys, so that a day's partition can be dropped.
 */
export const apiRequests = pgTable(
  'api_requests',
  {
    organizationId: organizationId(),
    id: uuid().notNull(),
    requestId: text('request_id').notNull(),
    method: text().notNull(),
    /** The path template, never the path. */
    route: text().notNull(),
    status: integer().notNull(),
    code: text(),
    durationMs: integer('duration_ms').notNull(),
    apiKeyId: uuid('api_key_id'),
    userId: uuid('user_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('api_requests_of_class').on(table.organizationId, sql`(status / 100)`, newestId(table)),
    index('api_requests_of_status').on(table.organizationId, table.status, newestId(table)),
    index('api_requests_of_route').on(table.organizationId, table.route, newestId(table)),
    index('api_requests_of_key').on(table.organizationId, table.apiKeyId, newestId(table)),
    index('api_requests_of_user').on(table.organizationId, table.userId, newestId(table)),
  ],
)

/** Calls per key, UTC day and status. */
export const apiKeyCalls = pgTable(
  'api_key_calls',
  {
    organizationId: organizationId(),
    apiKeyId: uuid('api_key_id').notNull(),
    day: date().notNull(),
    status: integer().notNull(),
    calls: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.apiKeyId, table.day, table.status] }),
    index('api_key_calls_day').on(table.day),
    tenantKey('api_key_calls_key', table, table.apiKeyId, apiKeys).onDelete('cascade'),
  ],
)

/** First responses to POSTs with an Idempotency-Key, kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    organizationId: organizationId(),
    /** The API key or session: idempotency keys are scoped to it. */
    credential: text().notNull(),
    route: text().notNull(),
    key: text().notNull(),
    bodyHash: bytea('body_hash').notNull(),
    /** Null while the first request runs. */
    status: smallint(),
    body: json(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.credential, table.route, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
)
