import { ALTERATION_KINDS } from '@mediajobs/domain'
import {
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, organizationId } from './columns.ts'
import { projects } from './projects.ts'

/**
 * Public pages that show an altered picture beside its original. They outlive the media: the two large
 * derivatives stay while the row does. docs/contract.md#c13-originals
 */
export const publicOriginals = pgTable(
  'public_originals',
  {
    organizationId: organizationId(),
    mediaId: uuid('media_id').notNull(),
    /** The id in the page's address: 22 base62 characters. */
    publicId: text('public_id').notNull(),
    projectId: uuid('project_id').notNull(),
    originalMediaId: uuid('original_media_id').notNull(),
    kind: text({ enum: ALTERATION_KINDS }).notNull(),
    note: text(),
    /** Keys of the large derivatives, once they are made. */
    alteredKey: text('altered_key'),
    originalKey: text('original_key'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.mediaId] }),
    uniqueIndex('public_originals_public_id_unique').on(table.publicId),
    index('public_originals_of_project').on(table.organizationId, table.projectId),
    foreignKey({
      name: 'public_originals_project',
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.id],
    }),
  ],
)
