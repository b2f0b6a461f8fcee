import { MEDIA_TYPES, PROJECT_STATUSES } from '@mediajobs/domain'
import { type SQL, sql } from 'drizzle-orm'
import {
  check,
  doublePrecision,
  index,
  integer,
  json,
  type PgColumn,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
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

export const projects = pgTable(
  'projects',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid().notNull(),
    status: text({ enum: PROJECT_STATUSES }).notNull().default('PENDING'),
    version: integer().notNull().default(1),
    scheduledTime: requiredInstant('scheduled_time'),
    addressLine1: text('address_line1'),
    addressLine2: text('address_line2'),
    city: text(),
    region: text(),
    postalCode: text('postal_code'),
    countryCode: text('country_code'),
    lat: doublePrecision(),
    lng: doublePrecision(),
    notes: text(),
    customerId: uuid('customer_id'),
    packageId: uuid('package_id'),
    projectManagerId: uuid('project_manager_id'),
    technicianId: uuid('technician_id'),
    editorId: uuid('editor_id'),
    mediaTypes: text('media_types', { enum: MEDIA_TYPES }).array(),
    estimatedDuration: integer('estimated_duration'),
    selectedAddOnIds: uuid('selected_add_on_ids').array(),
    bookingAnswers: json('booking_answers').$type<BookingAnswer[]>(),
    discountId: uuid('discount_id'),
    discountCode: text('discount_code'),
    externalId: text('external_id'),
    deliveredAt: optionalInstant('delivered_at'),
    approvedAt: optionalInstant('approved_at'),
    cancelledAt: optionalInstant('cancelled_at'),
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
    const sorted = (name: string, filter: PgColumn | null, where?: SQL) =>
      Object.entries(sorts).map(([sort, column]) => {
        const order = [column.desc().nullsFirst(), newestId(table)] as const
        const built = filter
          ? index(`projects_${name}_${sort}`).on(table.organizationId, filter, ...order)
          : index(['projects', name, sort].filter(Boolean).join('_')).on(
              table.organizationId,
              ...order,
            )
        return where ? built.where(where) : built
      })
    return [
      primaryKey({ columns: [table.organizationId, table.id] }),
      uniqueIndex('projects_external_id_unique').on(table.organizationId, table.externalId),
      ...sorted('', null),
      ...sorted('status', table.status),
      ...sorted('customer', table.customerId, sql`customer_id is not null`),
      ...sorted('technician', table.technicianId, sql`technician_id is not null`),
      ...sorted('no_technician', null, sql`technician_id is null`),
      ...sorted('no_editor', null, sql`editor_id is null`),
      ...sorted('editor', table.editorId, sql`editor_id is not null`),
      ...sorted('manager', table.projectManagerId, sql`project_manager_id is not null`),
      wordsIndex('projects_words'),
      tenantKey('projects_customer', table, table.customerId, customers),
      tenantKey('projects_package', table, table.packageId, packages),
      tenantKey('projects_discount', table, table.discountId, discounts),
      memberKey('projects_project_manager', table, table.projectManagerId),
      memberKey('projects_technician', table, table.technicianId),
      memberKey('projects_editor', table, table.editorId),
      check('projects_status', sql`${table.status} in (${STATUS_LIST})`),
    ]
  },
)

/** The history of project statuses. Without user and key, the client made the move. */
export const projectStatusChanges = pgTable(
  'project_status_changes',
  {
    organizationId: organizationId(),
    projectId: uuid('project_id').notNull(),
    id: uuid().notNull(),
    fromStatus: text('from_status', { enum: PROJECT_STATUSES }).notNull(),
    toStatus: text('to_status', { enum: PROJECT_STATUSES }).notNull(),
    changedByUserId: uuid('changed_by_user_id'),
    changedByApiKeyId: uuid('changed_by_api_key_id'),
    changedAt: requiredInstant('changed_at').default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.projectId, table.id] }),
    tenantKey('project_status_changes_project', table, table.projectId, projects),
    memberKey('project_status_changes_user', table, table.changedByUserId),
    tenantKey('project_status_changes_api_key', table, table.changedByApiKeyId, apiKeys),
  ],
)

/**
 * Projects per status: the sum over the shards. A transaction writes the shard of its connection, so writers of one
 * organization rarely contend. A shard may be negative; the sum never is.
 */
export const projectStatusCounts = pgTable(
  'project_status_counts',
  {
    organizationId: organizationId(),
    shard: smallint().notNull(),
    pending: integer().notNull().default(0),
    booked: integer().notNull().default(0),
    shooting: integer().notNull().default(0),
    uploaded: integer().notNull().default(0),
    editing: integer().notNull().default(0),
    inReview: integer('in_review').notNull().default(0),
    delivered: integer().notNull().default(0),
    inRevision: integer('in_revision').notNull().default(0),
    cancelled: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.shard] })],
)
