import { foreignKey, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, createdAt, organizationId } from './columns.ts'
import { memberships } from './organizations.ts'

/** The calendar address of a member. A member has one at most. */
export const calendars = pgTable(
  'calendars',
  {
    organizationId: organizationId(),
    userId: uuid('user_id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    uniqueIndex('calendars_token_hash_unique').on(table.tokenHash),
    foreignKey({
      name: 'calendars_membership',
      columns: [table.organizationId, table.userId],
      foreignColumns: [memberships.organizationId, memberships.userId],
    }).onDelete('cascade'),
  ],
)
