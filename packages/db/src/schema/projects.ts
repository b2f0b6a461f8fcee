import { MEDIA_TYPES, PROJECT_STATUSES } from '@mediajobs/domain'
import { type SQL, sql } from 'drizzle-orm'
import * as t from 'drizzle-orm/pg-core'
import { discounts, packages } from './catalogue.ts'
import {
  createdAt,
  newestId,
  optionalInstant,
  organizationId,
  requiredInstant,
  tenantKey,
  updatedAt,
  wordsIndex,
} from './columns.ts'
import { apiKeys } from './credentials.ts'
import { customers } from './customers.ts'
import { memberKey, organizations } from './organizations.ts'

const STATUS_LIST = sql.raw(PROJECT_STATUSES.map((status) => `'${status}'`).join(','))

export interface BookingAnswer {
  question: string
  answer: string
}

export const projects = t.pgTable(
  'projects',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: t.uuid().notNull(),
    status: t.text({ enum: PROJECT_STATUSES }).notNull().default('PENDING'),
    version: t.integer().notNull().default(1),
    scheduledTime: requiredInstant('scheduled_time'),
    addressLine1: t.text('address_line1'),
    addressLine2: t.text('address_line2'),
    city: t.text(),
    region: t.text(),
    postalCode: t.text('postal_code'),
    countryCode: t.text('country_code'),
    lat: t.doublePrecision(),
    lng: t.doublePrecision(),
    notes: t.text(),
    customerId: t.uuid('customer_id'),
    packageId: t.uuid('package_id'),
    projectManagerId: t.uuid('project_manager_id'),
    technicianId: t.uuid('technician_id'),
    editorId: t.uuid('editor_id'),
    mediaTypes: t.text('media_types', { enum: MEDIA_TYPES }).array(),
    estimatedDuration: t.integer('estimated_duration'),
    /** In the organization's `sizeUnit`. */
    propertySize: t.integer('property_size'),
    selectedAddOnIds: t.uuid('selected_add_on_ids').array(),
    bookingAnswers: t.json('booking_answers').$type<BookingAnswer[]>(),
    discountId: t.uuid('discount_id'),
    discountCode: t.text('discount_code'),
    externalId: t.text('external_id'),
    deliveredAt: optionalInstant('delivered_at'),
    approvedAt: optionalInstant('approved_at'),
    cancelledAt: optionalInstant('cancelled_at'),
    statusChangedAt: requiredInstant('status_changed_at').default(sql`now()`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => {
    // An index per filter and sort, so a page costs the same at any size (docs/contract.md#c4-filter-cost). Partial for
    // optional columns.
    const sorts = {
      created: table.createdAt,
      scheduled: table.scheduledTime,
      updated: table.updatedAt,
    }
    const sorted = (name: string, filter: t.PgColumn | null, where?: SQL) =>
      Object.entries(sorts).map(([sort, column]) => {
        const order = [column.desc().nullsFirst(), newestId(table)] as const
        const built = filter
          ? t.index(`projects_${name}_${sort}`).on(table.organizationId, filter, ...order)
          : t
              .index(['projects', name, sort].filter(Boolean).join('_'))
              .on(table.organizationId, ...order)
        return where ? built.where(where) : built
      })
    return [
      t.primaryKey({ columns: [table.organizationId, table.id] }),
      t.uniqueIndex('projects_external_id_unique').on(table.organizationId, table.externalId),
      ...sorted('', null),
      ...sorted('status', table.status),
      ...sorted('customer', table.customerId, sql`customer_id is not null`),
      ...sorted('technician', table.technicianId, sql`technician_id is not null`),
      ...sorted('no_technician', null, sql`technician_id is null`),
      ...sorted('no_editor', null, sql`editor_id is null`),
      ...sorted('editor', table.editorId, sql`editor_id is not null`),
      ...sorted('manager', table.projectManagerId, sql`project_manager_id is not null`),
      // For statements.
      t
        .index('projects_delivered')
        .on(table.organizationId, table.customerId, table.deliveredAt)
        .where(sql`status = 'DELIVERED'`),
      wordsIndex('projects_words'),
      tenantKey('projects_customer', table, table.customerId, customers),
      tenantKey('projects_package', table, table.packageId, packages),
      tenantKey('projects_discount', table, table.discountId, discounts),
      memberKey('projects_project_manager', table, table.projectManagerId),
      memberKey('projects_technician', table, table.technicianId),
      memberKey('projects_editor', table, table.editorId),
      t.check('projects_status', sql`${table.status} in (${STATUS_LIST})`),
    ]
  },
)

/** The history of project statuses. Without a user or key, the client made the change. */
export const projectStatusChanges = t.pgTable(
  'project_status_changes',
  {
    organizationId: organizationId(),
    projectId: t.uuid('project_id').notNull(),
    id: t.uuid().notNull(),
    fromStatus: t.text('from_status', { enum: PROJECT_STATUSES }).notNull(),
    toStatus: t.text('to_status', { enum: PROJECT_STATUSES }).notNull(),
    changedByUserId: t.uuid('changed_by_user_id'),
    changedByApiKeyId: t.uuid('changed_by_api_key_id'),
    changedAt: requiredInstant('changed_at').default(sql`now()`),
    /** Why it was canceled, if given. */
    reason: t.text(),
    /** Whether the project enters this status for the first time. */
    isFirst: t.boolean('is_first').notNull().default(true),
    /** Set with the first DELIVERED: the planned end of the last appointment that had begun; null if none had. */
    shootEndedAt: optionalInstant('shoot_ended_at'),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.projectId, table.id] }),
    // For reports: index-only.
    t
      .index('project_status_changes_reported')
      .on(
        table.organizationId,
        table.toStatus,
        table.changedAt,
        table.projectId,
        table.shootEndedAt,
      )
      .where(sql`is_first and to_status in ('BOOKED','DELIVERED','CANCELLED')`),
    tenantKey('project_status_changes_project', table, table.projectId, projects),
    memberKey('project_status_changes_user', table, table.changedByUserId),
    tenantKey('project_status_changes_api_key', table, table.changedByApiKeyId, apiKeys),
  ],
)

/**
 * Projects per status: the sum over the shards. A transaction writes the shard of its connection, so writers of one
 * organization rarely contend. A shard may be negative; the sum never is.
 */
export const projectStatusCounts = t.pgTable(
  'project_status_counts',
  {
    organizationId: organizationId(),
    shard: t.smallint().notNull(),
    pending: t.integer().notNull().default(0),
    booked: t.integer().notNull().default(0),
    shooting: t.integer().notNull().default(0),
    uploaded: t.integer().notNull().default(0),
    editing: t.integer().notNull().default(0),
    inReview: t.integer('in_review').notNull().default(0),
    delivered: t.integer().notNull().default(0),
    inRevision: t.integer('in_revision').notNull().default(0),
    cancelled: t.integer().notNull().default(0),
  },
  (table) => [t.primaryKey({ columns: [table.organizationId, table.shard] })],
)
