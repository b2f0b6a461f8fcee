import { VISIT_KINDS, VISIT_STATUSES } from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import * as t from 'drizzle-orm/pg-core'
import {
  createdAt,
  newestFirst,
  newestId,
  organizationId,
  requiredInstant,
  tenantKey,
  updatedAt,
} from './columns.ts'
import { apiKeys } from './credentials.ts'
import { invoices } from './invoices.ts'
import { memberKey } from './organizations.ts'
import { projects } from './projects.ts'

/**
 * SQL condition: a visit that takes up time in addition to its project's own appointment.
 *
 * @param alias of `project_visits` in the query; omitted in an index predicate
 */
export function isAdditional(alias?: string): string {
  const prefix = alias ? `${alias}.` : ''
  return `not ${prefix}is_mirrored and ${prefix}status <> 'CANCELLED'`
}

/** Appointments of projects that need several. One of them is mirrored in the project itself. */
export const projectVisits = t.pgTable(
  'project_visits',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    projectId: t.uuid('project_id').notNull(),
    kind: t.text({ enum: VISIT_KINDS }).notNull(),
    scheduledTime: requiredInstant('scheduled_time'),
    durationMinutes: t.integer('duration_minutes'),
    technicianId: t.uuid('technician_id'),
    status: t.text({ enum: VISIT_STATUSES }).notNull().default('PLANNED'),
    /** Whether the project's time, duration and technician mirror this visit. */
    isMirrored: t.boolean('is_mirrored').notNull().default(false),
    /** Incremented by each change: SEQUENCE in calendars. */
    version: t.integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t
      .index('project_visits_newest')
      .on(table.organizationId, table.projectId, ...newestFirst(table)),
    t
      .uniqueIndex('project_visits_mirrored')
      .on(table.organizationId, table.projectId)
      .where(sql`is_mirrored`),
    t
      .index('project_visits_technician')
      .on(table.organizationId, table.technicianId, table.scheduledTime, table.id)
      .where(sql.raw(isAdditional())),
    t
      .index('project_visits_scheduled')
      .on(table.organizationId, table.scheduledTime, table.id)
      .where(sql.raw(isAdditional())),
    // For reports.
    t
      .index('project_visits_cancelled')
      .on(table.organizationId, table.scheduledTime)
      .where(sql`status = 'CANCELLED'`),
    tenantKey('project_visits_project', table, table.projectId, projects),
    memberKey('project_visits_technician', table, table.technicianId),
    t.check('project_visits_kind', sql`kind in ('SHOOT','TWILIGHT','RESHOOT','OTHER')`),
    t.check('project_visits_status', sql`status in ('PLANNED','DONE','CANCELLED')`),
  ],
)

/** Reschedules, with their fees. Excludes changes of a time by PATCH. */
export const projectReschedules = t.pgTable(
  'project_reschedules',
  {
    organizationId: organizationId(),
    projectId: t.uuid('project_id').notNull(),
    id: t.uuid().notNull(),
    /** Null if the project had no visits. */
    visitId: t.uuid('visit_id'),
    previousTime: requiredInstant('previous_time'),
    scheduledTime: requiredInstant('scheduled_time'),
    byCustomer: t.boolean('by_customer').notNull(),
    reason: t.text(),
    /** In the currency's minor unit. */
    feeAmount: t.bigint('fee_amount', { mode: 'number' }).notNull(),
    /** Null if no fee could apply. */
    currency: t.text(),
    /** Doesn't use up a free reschedule. */
    isFeeWaived: t.boolean('is_fee_waived').notNull(),
    feeInvoiceId: t.uuid('fee_invoice_id'),
    changedByUserId: t.uuid('changed_by_user_id'),
    changedByApiKeyId: t.uuid('changed_by_api_key_id'),
    changedAt: requiredInstant('changed_at').default(sql`now()`),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t
      .index('project_reschedules_of_project')
      .on(table.organizationId, table.projectId, newestId(table)),
    tenantKey('project_reschedules_project', table, table.projectId, projects),
    tenantKey('project_reschedules_visit', table, table.visitId, projectVisits),
    tenantKey('project_reschedules_invoice', table, table.feeInvoiceId, invoices),
    memberKey('project_reschedules_user', table, table.changedByUserId),
    tenantKey('project_reschedules_api_key', table, table.changedByApiKeyId, apiKeys),
  ],
)
