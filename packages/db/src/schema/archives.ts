import { ARCHIVE_SIZES } from '@mediajobs/domain'
import {
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { clientDeliveries } from './client-deliveries.ts'
import { bytea, createdAt, organizationId, requiredInstant } from './columns.ts'
import { projects } from './projects.ts'

/** Archives that may be downloaded. The files of an archive are read from the media when it is sent. */
export const archives = pgTable(
  'archives',
  {
    organizationId: organizationId(),
    id: uuid().notNull(),
    /** SHA-256 of the token in the archive's address. */
    tokenHash: bytea('token_hash').notNull(),
    projectId: uuid('project_id').notNull(),
    /** The delivery whose downloads are counted. Null for an archive of staff. */
    deliveryId: uuid('delivery_id'),
    size: text({ enum: ARCHIVE_SIZES }).notNull(),
    /** In the order of the gallery. */
    mediaIds: uuid('media_ids').array().notNull(),
    createdAt: createdAt(),
    expiresAt: requiredInstant('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('archives_token_hash_unique').on(table.tokenHash),
    index('archives_expired').on(table.expiresAt),
    foreignKey({
      name: 'archives_project',
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.id],
    }),
    foreignKey({
      name: 'archives_delivery',
      columns: [table.organizationId, table.deliveryId],
      foreignColumns: [clientDeliveries.organizationId, clientDeliveries.id],
    }),
  ],
)
