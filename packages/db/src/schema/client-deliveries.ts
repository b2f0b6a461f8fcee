import { sql } from 'drizzle-orm'
import {
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, createdAt, optionalInstant, organizationId } from './columns.ts'
import { memberships } from './organizations.ts'
import { projects } from './projects.ts'

/** A project that was handed to its client. Only the newest client delivery of a project is valid. */
export const clientDeliveries = pgTable(
  'client_deliveries',
  {
    organizationId: organizationId(),
    id: uuid().notNull(),
    projectId: uuid('project_id').notNull(),
    /** Requests of the client are looked up by this hash. Events need the token itself: `tokenEncrypted`. */
    tokenHash: bytea('token_hash').notNull(),
    tokenEncrypted: text('token_encrypted').notNull(),
    message: text(),
    expiresAt: optionalInstant('expires_at'),
    deliveredByUserId: uuid('delivered_by_user_id'),
    createdAt: createdAt(),
    supersededAt: optionalInstant('superseded_at'),
    revokedAt: optionalInstant('revoked_at'),
    approvedAt: optionalInstant('approved_at'),
    /** Null when the client approved by token. */
    approvedByUserId: uuid('approved_by_user_id'),
    revisionRequestedAt: optionalInstant('revision_requested_at'),
    revisionComment: text('revision_comment'),
    /** The media that were delivered, in their order. */
    mediaIds: uuid('media_ids').array().notNull(),
    firstViewedAt: optionalInstant('first_viewed_at'),
    lastViewedAt: optionalInstant('last_viewed_at'),
    viewCount: integer('view_count').notNull().default(0),
    /** How often an archive was begun. */
    downloadCount: integer('download_count').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('client_deliveries_token_hash_unique').on(table.tokenHash),
    index('client_deliveries_of_project').on(table.organizationId, table.projectId),
    uniqueIndex('client_deliveries_in_force')
      .on(table.organizationId, table.projectId)
      .where(sql`superseded_at is null and revoked_at is null`),
    foreignKey({
      name: 'client_deliveries_project',
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.id],
    }),
    foreignKey({
      name: 'client_deliveries_user',
      columns: [table.organizationId, table.deliveredByUserId],
      foreignColumns: [memberships.organizationId, memberships.userId],
    }),
    foreignKey({
      name: 'client_deliveries_approver',
      columns: [table.organizationId, table.approvedByUserId],
      foreignColumns: [memberships.organizationId, memberships.userId],
    }),
  ],
)
