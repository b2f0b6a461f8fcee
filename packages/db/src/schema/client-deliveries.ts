import { ALTERATION_KINDS, REVISION_ITEM_STATUSES, UNLOCK_REASONS } from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import * as t from 'drizzle-orm/pg-core'
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
export const clientDeliveries = t.pgTable(
  'client_deliveries',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    projectId: t.uuid('project_id').notNull(),
    /** Looks up the client's requests. Events need the token itself: `tokenEncrypted`. */
    tokenHash: bytea('token_hash').notNull(),
    tokenEncrypted: t.text('token_encrypted').notNull(),
    message: t.text(),
    expiresAt: optionalInstant('expires_at'),
    deliveredByUserId: t.uuid('delivered_by_user_id'),
    createdAt: createdAt(),
    supersededAt: optionalInstant('superseded_at'),
    revokedAt: optionalInstant('revoked_at'),
    approvedAt: optionalInstant('approved_at'),
    /** Null if approved by token. */
    approvedByUserId: t.uuid('approved_by_user_id'),
    revisionRequestedAt: optionalInstant('revision_requested_at'),
    revisionComment: t.text('revision_comment'),
    /** The delivered media, in order. */
    mediaIds: t.uuid('media_ids').array().notNull(),
    firstViewedAt: optionalInstant('first_viewed_at'),
    lastViewedAt: optionalInstant('last_viewed_at'),
    viewCount: t.integer('view_count').notNull().default(0),
    /** Archive downloads started. */
    downloadCount: t.integer('download_count').notNull().default(0),
    /** When downloads were locked until payment. Null for a delivery never locked. */
    lockedAt: optionalInstant('locked_at'),
    unlockedAt: optionalInstant('unlocked_at'),
    unlockReason: t.text('unlock_reason', { enum: UNLOCK_REASONS }),
    /** Set if staff unlocked it. */
    unlockedByUserId: t.uuid('unlocked_by_user_id'),
    unlockNote: t.text('unlock_note'),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.uniqueIndex('client_deliveries_token_hash_unique').on(table.tokenHash),
    t.index('client_deliveries_of_project').on(table.organizationId, table.projectId),
    // For reports.
    t
      .index('client_deliveries_made')
      .on(table.organizationId, table.createdAt, table.projectId, table.revisionRequestedAt),
    t
      .uniqueIndex('client_deliveries_in_force')
      .on(table.organizationId, table.projectId)
      .where(sql`superseded_at is null and revoked_at is null`),
    tenantKey('client_deliveries_project', table, table.projectId, projects),
    memberKey('client_deliveries_user', table, table.deliveredByUserId),
    memberKey('client_deliveries_approver', table, table.approvedByUserId),
    memberKey('client_deliveries_unlocker', table, table.unlockedByUserId),
  ],
)

/**
 * Public pages that show an altered picture next to its original. They outlive the media: both large derivatives stay as
 * long as the row. docs/contract.md#c13-originals
 */
export const publicOriginals = t.pgTable(
  'public_originals',
  {
    organizationId: organizationId(),
    mediaId: t.uuid('media_id').notNull(),
    /** The id in the page's address: 22 base62 characters. */
    publicId: t.text('public_id').notNull(),
    projectId: t.uuid('project_id').notNull(),
    originalMediaId: t.uuid('original_media_id').notNull(),
    kind: t.text({ enum: ALTERATION_KINDS }).notNull(),
    note: t.text(),
    /** Keys of the large derivatives, kept when the media are deleted. */
    alteredKey: t.text('altered_key'),
    originalKey: t.text('original_key'),
    createdAt: createdAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.mediaId] }),
    t.uniqueIndex('public_originals_public_id_unique').on(table.publicId),
    t.index('public_originals_of_project').on(table.organizationId, table.projectId),
    tenantKey('public_originals_project', table, table.projectId, projects),
  ],
)

/** Revision rounds, one per client request. */
export const revisions = t.pgTable(
  'revisions',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    projectId: t.uuid('project_id').notNull(),
    deliveryId: t.uuid('delivery_id').notNull(),
    /** From 1 within a project. */
    round: t.integer().notNull(),
    comment: t.text(),
    /** Null if requested by token. */
    requestedByUserId: t.uuid('requested_by_user_id'),
    requestedAt: createdAt('requested_at'),
    /** When the last OPEN item was settled, or the project was delivered again. */
    resolvedAt: optionalInstant('resolved_at'),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.uniqueIndex('revisions_of_project').on(table.organizationId, table.projectId, table.round),
    tenantKey('revisions_project', table, table.projectId, projects),
    tenantKey('revisions_delivery', table, table.deliveryId, clientDeliveries),
  ],
)

/** Changes requested in one media item, which may have been deleted since. */
export const revisionItems = t.pgTable(
  'revision_items',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    revisionId: t.uuid('revision_id').notNull(),
    projectId: t.uuid('project_id').notNull(),
    /** From 1, in the order of the request. */
    position: t.integer().notNull(),
    mediaId: t.uuid('media_id').notNull(),
    comment: t.text().notNull(),
    /** The marked spot, as fractions of width and height. */
    x: t.doublePrecision(),
    y: t.doublePrecision(),
    /** Seconds from the start of a video. */
    time: t.doublePrecision(),
    status: t.text({ enum: REVISION_ITEM_STATUSES }).notNull().default('OPEN'),
    /** The reply to the client. */
    answer: t.text(),
    /** The media item that shows the change. */
    resolvedMediaId: t.uuid('resolved_media_id'),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t
      .uniqueIndex('revision_items_of_revision')
      .on(table.organizationId, table.revisionId, table.position),
    t
      .index('revision_items_open')
      .on(table.organizationId, table.projectId)
      .where(sql`status = 'OPEN'`),
    t.check('revision_items_spot', sql`(x is null) = (y is null)`),
    tenantKey('revision_items_revision', table, table.revisionId, revisions),
  ],
)
