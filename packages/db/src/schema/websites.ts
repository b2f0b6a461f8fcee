import {
  WEBSITE_PAGES,
  WEBSITE_STATUSES,
  type WebsiteContact,
  type WebsiteFacts,
  type WebsiteTour,
} from '@mediajobs/domain'
import * as t from 'drizzle-orm/pg-core'
import {
  createdAt,
  newestFirst,
  optionalInstant,
  organizationId,
  tenantKey,
  updatedAt,
} from './columns.ts'
import { projects } from './projects.ts'

/** A property's two public pages. At most one row per project. */
export const websites = t.pgTable(
  'websites',
  {
    organizationId: organizationId(),
    projectId: t.uuid('project_id').notNull(),
    /** Set by staff and by the approval. An expired or locked website stays LIVE but responds 404. */
    status: t.text({ enum: WEBSITE_STATUSES }).notNull(),
    headline: t.text(),
    description: t.text(),
    facts: t.json().$type<WebsiteFacts>().notNull(),
    contacts: t.json().$type<WebsiteContact[]>().notNull(),
    /** Null: everything in the newest delivery. */
    mediaIds: t.uuid('media_ids').array(),
    tours: t.json().$type<WebsiteTour[]>().notNull(),
    leadForm: t.boolean('lead_form').notNull(),
    expiresAt: optionalInstant('expires_at'),
    /** The ids in the URLs of the branded and the unbranded page: 22 base62 characters each. */
    publicId: t.text('public_id').notNull(),
    tourPublicId: t.text('tour_public_id').notNull(),
    publishedAt: optionalInstant('published_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.projectId] }),
    t.uniqueIndex('websites_public_id_unique').on(table.publicId),
    t.uniqueIndex('websites_tour_public_id_unique').on(table.tourPublicId),
    tenantKey('websites_project', table, table.projectId, projects),
  ],
)

/** Messages from website visitors. Erased after `LEAD_DAYS`. */
export const leads = t.pgTable(
  'leads',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    projectId: t.uuid('project_id').notNull(),
    name: t.text().notNull(),
    email: t.text(),
    phone: t.text(),
    message: t.text(),
    createdAt: createdAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.index('leads_newest').on(table.organizationId, table.projectId, ...newestFirst(table)),
    t.index('leads_created').on(table.createdAt),
    tenantKey('leads_project', table, table.projectId, projects),
  ],
)

/** Views of a website's pages, by day in the organization's time zone. */
export const websiteViews = t.pgTable(
  'website_views',
  {
    organizationId: organizationId(),
    projectId: t.uuid('project_id').notNull(),
    day: t.date().notNull(),
    which: t.text({ enum: WEBSITE_PAGES }).notNull(),
    count: t.integer().notNull(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.projectId, table.day, table.which] }),
    tenantKey('website_views_project', table, table.projectId, projects),
  ],
)
