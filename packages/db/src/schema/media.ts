import {
  ALTERATION_KINDS,
  ARCHIVE_SIZES,
  MARK_STATES,
  MEDIA_TYPES,
  PREVIEW_STATES,
} from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import * as t from 'drizzle-orm/pg-core'
import { clientDeliveries } from './client-deliveries.ts'
import {
  bytea,
  createdAt,
  optionalInstant,
  organizationId,
  requiredInstant,
  tenantKey,
  updatedAt,
} from './columns.ts'
import { memberKey } from './organizations.ts'
import { projects } from './projects.ts'

/**
 * Presigned uploads. The client PUTs to `staging_key`; the confirm copies the file to `key`, which a still valid upload
 * URL can't overwrite.
 */
export const mediaUploads = t.pgTable(
  'media_uploads',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    projectId: t.uuid('project_id').notNull(),
    filename: t.text().notNull(),
    contentType: t.text('content_type').notNull(),
    type: t.text({ enum: MEDIA_TYPES }).notNull(),
    key: t.text().notNull(),
    stagingKey: t.text('staging_key').notNull(),
    /** As returned by presign: unaffected by a later change of the CDN. */
    cdnUrl: t.text('cdn_url').notNull(),
    /** Pinned by the first confirm: no other bytes are ever copied to `key`. */
    etag: t.text(),
    createdAt: createdAt(),
    /** Set by the confirm. Unconfirmed uploads are swept after a day. */
    mediaId: t.uuid('media_id'),
    sweptAt: optionalInstant('swept_at'),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.uniqueIndex('media_uploads_key_unique').on(table.organizationId, table.key),
    t
      .index('media_uploads_of_project')
      .on(
        table.organizationId,
        table.projectId,
        table.filename,
        table.createdAt.desc().nullsFirst(),
      ),
    t
      .index('media_uploads_unconfirmed')
      .on(table.createdAt)
      .where(sql`media_id is null and swept_at is null`),
    tenantKey('media_uploads_project', table, table.projectId, projects),
  ],
)

export const media = t.pgTable(
  'media',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    projectId: t.uuid('project_id').notNull(),
    type: t.text({ enum: MEDIA_TYPES }).notNull(),
    filename: t.text().notNull(),
    key: t.text().notNull(),
    contentType: t.text('content_type').notNull(),
    size: t.bigint({ mode: 'number' }).notNull(),
    cdnUrl: t.text('cdn_url').notNull(),
    position: t.integer().notNull(),
    /** The original of an altered picture. */
    alteredFromMediaId: t.uuid('altered_from_media_id'),
    alterationKind: t.text('alteration_kind', { enum: ALTERATION_KINDS }),
    alterationNote: t.text('alteration_note'),
    /** The version it replaced, and the one that replaced it: a doubly linked list. */
    replacesMediaId: t.uuid('replaces_media_id'),
    replacedByMediaId: t.uuid('replaced_by_media_id'),
    uploadedByUserId: t.uuid('uploaded_by_user_id'),
    /** When a PROPERTY_WEBSITE went live: at its project's approval. */
    publishedAt: optionalInstant('published_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.uniqueIndex('media_key_unique').on(table.organizationId, table.key),
    t.index('media_of_project').on(table.organizationId, table.projectId, table.position, table.id),
    tenantKey('media_project', table, table.projectId, projects),
    memberKey('media_uploader', table, table.uploadedByUserId),
  ],
)

/**
 * Derivatives and checksum of each media item. A PENDING row is also the job. `admin derive --missing` adds the row of
 * media restored without one.
 */
export const mediaPreviews = t.pgTable(
  'media_previews',
  {
    organizationId: organizationId(),
    mediaId: t.uuid('media_id').notNull(),
    state: t.text({ enum: PREVIEW_STATES }).notNull().default('PENDING'),
    /** Determines the keys of the derivatives (`derivativeKey`). */
    keySecret: bytea('key_secret').notNull(),
    /** Why it was refused, in prose. */
    reason: t.text(),
    /** Pixels of the original after EXIF rotation. */
    width: t.integer(),
    height: t.integer(),
    /** The mean color, as `#rrggbb`. */
    colour: t.text(),
    /** CRC-32 of the original of any type, for archives. */
    crc32: t.bigint({ mode: 'number' }),
    /** Size and checksum of the derivative `mls`. */
    mlsSize: t.bigint('mls_size', { mode: 'number' }),
    mlsCrc32: t.bigint('mls_crc32', { mode: 'number' }),
    /** Attempts started. */
    attempts: t.integer().notNull().default(0),
    /**
     * State of the watermarked picture for locked deliveries. Null: not needed. PENDING: also a job, once `state` is
     * READY.
     */
    markState: t.text('mark_state', { enum: MARK_STATES }),
    /**
     * Determines the key of the marked picture. A new one each time it's needed: the previous object may be about to
     * be removed.
     */
    markSecret: bytea('mark_secret'),
    markAttempts: t.integer('mark_attempts').notNull().default(0),
    /** When the lease of the process working on it ends. */
    leasedUntil: optionalInstant('leased_until'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.mediaId] }),
    t
      .index('media_previews_pending')
      .on(table.organizationId, table.createdAt)
      .where(sql`state = 'PENDING'`),
    t
      .index('media_previews_unmarked')
      .on(table.organizationId, table.createdAt)
      .where(sql`mark_state = 'PENDING' and state = 'READY'`),
    t.check('media_previews_mark', sql`(mark_state is null) = (mark_secret is null)`),
    tenantKey('media_previews_media', table, table.mediaId, media).onDelete('cascade'),
  ],
)

/** Objects to remove from the object store. Rows are deleted with their objects. */
export const objectRemovals = t.pgTable(
  'object_removals',
  {
    organizationId: organizationId(),
    key: t.text().notNull(),
    attempts: t.integer().notNull().default(0),
    nextAttemptAt: requiredInstant('next_attempt_at'),
    createdAt: createdAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.key] }),
    t.index('object_removals_due').on(table.nextAttemptAt),
  ],
)

/** Downloadable archives. The files are read from the media on download. */
export const archives = t.pgTable(
  'archives',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    /** SHA-256 of the token in the URL. */
    tokenHash: bytea('token_hash').notNull(),
    projectId: t.uuid('project_id').notNull(),
    /** The delivery whose downloads are counted. Null for staff. */
    deliveryId: t.uuid('delivery_id'),
    size: t.text({ enum: ARCHIVE_SIZES }).notNull(),
    /** In gallery order. */
    mediaIds: t.uuid('media_ids').array().notNull(),
    createdAt: createdAt(),
    expiresAt: requiredInstant('expires_at'),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.uniqueIndex('archives_token_hash_unique').on(table.tokenHash),
    t.index('archives_expired').on(table.expiresAt),
    tenantKey('archives_project', table, table.projectId, projects),
    tenantKey('archives_delivery', table, table.deliveryId, clientDeliveries),
  ],
)
