import { ALTERATION_KINDS, REVISION_ITEM_STATUSES } from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import {
  check,
  doublePrecision,
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
  optionalInstant,
  organizationId,
  tenantKey,
  updatedAt,
} from './columns.ts'
import { memberKey } from './organizations.ts'
import { projects } from './projects.ts'

/** Handovers of projects to clients. Only the newest of a project is in force. */
export const clientDeliveries = pgTable(
  'client_deliveries',
  {
    organizationId: organizationId(),
    id: uuid().notNull(),
    projectId: uuid('project_id').notNull(),
    /** Looks up the client's requests. Events need the token itself: `tokenEncrypted`. */
    tokenHash: bytea('token_hash').notNull(),
    tokenEncrypted: text('token_encrypted').notNull(),
    message: text(),
    expiresAt: optionalInstant('expires_at'),
    deliveredByUserId: uuid('delivered_by_user_id'),
    createdAt: createdAt(),
    supersededAt: optionalInstant('superseded_at'),
    revokedAt: optionalInstant('revoked_at'),
    approvedAt: optionalInstant('approved_at'),
    /** Null if approved by token. */
    approvedByUserId: uuid('approved_by_user_id'),
    revisionRequestedAt: optionalInstant('revision_requested_at'),
    revisionComment: text('revision_comment'),
    /** The delivered media, in order. */
    mediaIds: uuid('media_ids').array().notNull(),
    firstViewedAt: optionalInstant('first_viewed_at'),
    lastViewedAt: optionalInstant('last_viewed_at'),
    viewCount: integer('view_count').notNull().default(0),
    /** Archive downloads started. */
    downloadCount: integer('download_count').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('client_deliveries_token_hash_unique').on(table.tokenHash),
    index('client_deliveries_of_project').on(table.organizationId, table.projectId),
    uniqueIndex('client_deliveries_in_force')
      .on(table.organizationId, table.projectId)
      .where(sql`superseded_at is null and revoked_at is null`),
    tenantKey('client_deliveries_project', table, table.projectId, projects),
    memberKey('client_deliveries_user', table, table.deliveredByUserId),
    memberKey('client_deliveries_approver', table, table.approvedByUserId),
  ],
)

/**
 * Public pages that show an altered picture next to its original. They outlive the media: both large derivatives stay as
 * long as the row. docs/contract.md#c13-originals
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
    /** Keys of the large derivatives, kept when the media are deleted. */
    alteredKey: text('altered_key'),
    originalKey: text('original_key'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.mediaId] }),
    uniqueIndex('public_originals_public_id_unique').on(table.publicId),
    index('public_originals_of_project').on(table.organizationId, table.projectId),
    tenantKey('public_originals_project', table, table.projectId, projects),
  ],
)

/** Revision rounds, one per client request. */
export const revisions = pgTable(
  'revisions',
  {
    organizationId: organizationId(),
    id: uuid().notNull(),
    projectId: uuid('project_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    /** From 1 within a project. */
    round: integer().notNull(),
    comment: text(),
    /** Null if requested by token. */
    requestedByUserId: uuid('requested_by_user_id'),
    requestedAt: createdAt('requested_at'),
    /** When the last OPEN item was settled, or the project was delivered again. */
    resolvedAt: optionalInstant('resolved_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('revisions_of_project').on(table.organizationId, table.projectId, table.round),
    tenantKey('revisions_project', table, table.projectId, projects),
    tenantKey('revisions_delivery', table, table.deliveryId, clientDeliveries),
  ],
)

/** Changes requested in one media item, which may have been deleted since. */
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
    /** The marked spot, as fractions of width and height. */
    x: doublePrecision(),
    y: doublePrecision(),
    /** Seconds from the start of a video. */
    time: doublePrecision(),
    status: text({ enum: REVISION_ITEM_STATUSES }).notNull().default('OPEN'),
    /** The reply to the client. */
    answer: text(),
    /** The media item that shows the change. */
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
    tenantKey('revision_items_revision', table, table.revisionId, revisions),
  ],
)
