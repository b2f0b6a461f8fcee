import { sql } from 'drizzle-orm'
import * as t from 'drizzle-orm/pg-core'
import { bytea, createdAt, newestId, organizationId, tenantKey } from './columns.ts'
import { apiKeys } from './credentials.ts'

/**
 * The request log: errors, and a sample of other calls. PARTITION BY RANGE (id), which contains the time of the call:
 * see migrations. No foreign keys, so that a day's partition can be dropped.
 */
export const apiRequests = t.pgTable(
  'api_requests',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    requestId: t.text('request_id').notNull(),
    method: t.text().notNull(),
    /** The path template, never the path. */
    route: t.text().notNull(),
    status: t.integer().notNull(),
    code: t.text(),
    durationMs: t.integer('duration_ms').notNull(),
    apiKeyId: t.uuid('api_key_id'),
    userId: t.uuid('user_id').notNull(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.index('api_requests_of_class').on(table.organizationId, sql`(status / 100)`, newestId(table)),
    t.index('api_requests_of_status').on(table.organizationId, table.status, newestId(table)),
    t.index('api_requests_of_route').on(table.organizationId, table.route, newestId(table)),
    t.index('api_requests_of_key').on(table.organizationId, table.apiKeyId, newestId(table)),
    t.index('api_requests_of_user').on(table.organizationId, table.userId, newestId(table)),
  ],
)

/** Calls per key, UTC day and status. */
export const apiKeyCalls = t.pgTable(
  'api_key_calls',
  {
    organizationId: organizationId(),
    apiKeyId: t.uuid('api_key_id').notNull(),
    day: t.date().notNull(),
    status: t.integer().notNull(),
    calls: t.bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.apiKeyId, table.day, table.status] }),
    t.index('api_key_calls_day').on(table.day),
    tenantKey('api_key_calls_key', table, table.apiKeyId, apiKeys).onDelete('cascade'),
  ],
)

/** First responses to POSTs with an Idempotency-Key, kept for 24 hours. */
export const idempotencyKeys = t.pgTable(
  'idempotency_keys',
  {
    organizationId: organizationId(),
    /** The API key or session: idempotency keys are scoped to it. */
    credential: t.text().notNull(),
    route: t.text().notNull(),
    key: t.text().notNull(),
    bodyHash: bytea('body_hash').notNull(),
    /** Null while the first request runs. */
    status: t.smallint(),
    body: t.json(),
    createdAt: createdAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.credential, table.route, table.key] }),
    t.index('idempotency_keys_age').on(table.createdAt),
  ],
)
