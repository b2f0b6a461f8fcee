import {
  BULK_IMPORT_KINDS,
  BULK_IMPORT_ROW_STATUSES,
  BULK_IMPORT_STATUSES,
} from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import {
  createdAt,
  IS_UNFINISHED,
  newestFirst,
  optionalInstant,
  organizationId,
  tenantKey,
} from './columns.ts'
import { memberKey } from './organizations.ts'

export const bulkImports = pgTable(
  'bulk_imports',
  {
    organizationId: organizationId(),
    id: uuid().notNull(),
    kind: text({ enum: BULK_IMPORT_KINDS }).notNull(),
    status: text({ enum: BULK_IMPORT_STATUSES }).notNull().default('PENDING'),
    dryRun: boolean('dry_run').notNull(),
    emitEvents: boolean('emit_events').notNull(),
    total: integer().notNull(),
    succeeded: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Rows of a CSV file without any value. Not in `total`. */
    skipped: integer().notNull().default(0),
    ignoredFields: text('ignored_fields').array().notNull().default([]),
    fileSha256: text('file_sha256'),
    createdByUserId: uuid('created_by_user_id').notNull(),
    createdAt: createdAt(),
    finishedAt: optionalInstant('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('bulk_imports_newest').on(table.organizationId, ...newestFirst(table)),
    index('bulk_imports_unfinished')
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql.raw(IS_UNFINISHED)),
    memberKey('bulk_imports_creator', table, table.createdByUserId),
  ],
)

export const bulkImportRows = pgTable(
  'bulk_import_rows',
  {
    organizationId: organizationId(),
    importId: uuid('import_id').notNull(),
    /** From 1, after the header. */
    row: integer().notNull(),
    data: json().notNull(),
    status: text({ enum: BULK_IMPORT_ROW_STATUSES }).notNull().default('PENDING'),
    messages: text().array(),
    /** `RefusedField[]`. Null: no field was refused. */
    fields: json(),
    recordId: uuid('record_id'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.importId, table.row] }),
    index('bulk_import_rows_status').on(
      table.organizationId,
      table.importId,
      table.status,
      table.row,
    ),
    tenantKey('bulk_import_rows_import', table, table.importId, bulkImports).onDelete('cascade'),
  ],
)
