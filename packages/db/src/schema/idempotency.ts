import { index, json, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bytea, createdAt, organizationId } from './columns.ts'

/** The first responses to POSTs with an Idempotency-Key. They are kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    organizationId: organizationId(),
    /** The API key or the session. Two credentials may use the same idempotency key. */
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
