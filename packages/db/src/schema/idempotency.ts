import { index, json, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bytea, createdAt, organizationId } from './columns.ts'

/** The first answers to POSTs with an Idempotency-Key; kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    organizationId: organizationId(),
    /** The key's or the session's id: another credential's keys are its own. */
    credential: text().notNull(),
    route: text().notNull(),
    key: text().notNull(),
    bodyHash: bytea('body_hash').notNull(),
    /** Null while the first request still runs. */
    status: smallint(),
    body: json(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.credential, table.route, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
)
