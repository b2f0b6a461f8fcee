import { REVISION_ITEM_STATUSES } from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import {
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { clientDeliveries } from './client-deliveries.ts'
import { createdAt, optionalInstant, organizationId, updatedAt } from './columns.ts'
import { projects } from './projects.ts'

/** Revision rounds: each is one request of a client. */
export const revisions = pgTable(
  'revisions',
  {
    organizationId: organizationId(),
    id: uuid().notNull(),
    projectId: uuid('project_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    /** 1 for the first one of a project. */
    round: integer().notNull(),
    comment: text(),
    /** Null when the client asked by token. */
    requestedByUserId: uuid('requested_by_user_id'),
    requestedAt: createdAt('requested_at'),
    /** When its last OPEN item became DONE or DECLINED, or the project was delivered again. */
    resolvedAt: optionalInstant('resolved_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('revisions_of_project').on(table.organizationId, table.projectId, table.round),
    foreignKey({
      name: 'revisions_project',
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.id],
    }),
    foreignKey({
      name: 'revisions_delivery',
      columns: [table.organizationId, table.deliveryId],
      foreignColumns: [clientDeliveries.organizationId, clientDeliveries.id],
    }),
  ],
)

/** What should change in one medium. The medium may have been deleted since. */
export const revisionItems = pgTable(
  'revision_items',
  {
    organizationId: organizationId(),
    id: uuid().notNull(),
    revisionId: uuid('revision_id').notNull(),
    projectId: uuid('project_id').notNull(),
    /** From 1, in the order of the request. */
    position: integer().notNull(),
    mediaId: uuid('media_id').notNull(),
    comment: text().notNull(),
    /** The spot, as parts of the picture's width and height: 0 to 1. */
    x: doublePrecision(),
    y: doublePrecision(),
    /** Seconds from the start of a video. */
    time: doublePrecision(),
    status: text({ enum: REVISION_ITEM_STATUSES }).notNull().default('OPEN'),
    /** What staff say to the client about it. */
    answer: text(),
    /** The medium in which it was done. */
    resolvedMediaId: uuid('resolved_media_id'),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('revision_items_of_revision').on(
      table.organizationId,
      table.revisionId,
      table.position,
    ),
    index('revision_items_open')
      .on(table.organizationId, table.projectId)
      .where(sql`status = 'OPEN'`),
    check('revision_items_spot', sql`(x is null) = (y is null)`),
    foreignKey({
      name: 'revision_items_revision',
      columns: [table.organizationId, table.revisionId],
      foreignColumns: [revisions.organizationId, revisions.id],
    }),
  ],
)
