import {
  type ChangePolicy,
  LOGO_STATES,
  ROLES,
  SIZE_UNITS,
  type TravelZone,
  type WorkingHours,
} from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import * as t from 'drizzle-orm/pg-core'
import {
  bytea,
  createdAt,
  newestFirst,
  optionalInstant,
  organizationId,
  requiredInstant,
  tenantKey,
  updatedAt,
} from './columns.ts'

/** The tenants. In all their other tables, keys begin with `organization_id`. */
export const organizations = t.pgTable('organizations', {
  id: t.uuid().primaryKey(),
  name: t.text().notNull(),
  createdAt: createdAt(),
  /** Branding of client pages; the color as `#rrggbb`. */
  logoUrl: t.text('logo_url'),
  colour: t.text(),
  /** IANA name. */
  timeZone: t.text('time_zone'),
  /** BCP 47. */
  locale: t.text(),
  /** Terms of use on delivery pages. */
  deliveryTerms: t.text('delivery_terms'),
  /** The organization's own words on delivery pages and in mails to clients. */
  deliveryNote: t.text('delivery_note'),
  contactEmail: t.text('contact_email'),
  contactPhone: t.text('contact_phone'),
  showAddressOnOriginals: t.boolean('show_address_on_originals').notNull().default(false),
  techniciansStart: t.boolean('technicians_start').notNull().default(false),
  editorsStart: t.boolean('editors_start').notNull().default(false),
  /** Hundredths of a percent. Default for offers without a rate. */
  taxBasisPoints: t.integer('tax_basis_points'),
  /** Unit of `projects.property_size` and of the catalog's tiers. */
  sizeUnit: t.text('size_unit', { enum: SIZE_UNITS }).notNull().default('SQFT'),
  travelZones: t.json('travel_zones').$type<TravelZone[]>(),
  /** Whether deliveries await payment. Null: they don't. */
  lockDownloads: t.boolean('lock_downloads'),
  /** Null: no fees, and clients can't make changes. */
  changePolicy: t.json('change_policy').$type<ChangePolicy>(),
  updatedAt: updatedAt(),
})

/**
 * Accounts. An email's first account has the address and doubles as the person, known to organizations by address and
 * id. Additional accounts refer to it by `person_id`. ADR 13.
 */
export const users = t.pgTable(
  'users',
  {
    id: t.uuid().primaryKey(),
    /** Null for an additional account. */
    email: t.text(),
    /** The person of an additional account. Not indexed: accounts are found by membership. */
    personId: t.uuid('person_id'),
    /** Null for a person without an account under this id, such as an invitee. A person's accounts share a salt. */
    passwordHash: t.text('password_hash'),
    createdAt: createdAt(),
  },
  (table) => [
    t.uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    t.check('users_email_or_person', sql`(${table.email} is null) <> (${table.personId} is null)`),
  ],
)

/** Networks from which an account signed in recently. */
export const signInNetworks = t.pgTable(
  'sign_in_networks',
  {
    accountId: t
      .uuid('account_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Hash of account and network. */
    networkHash: bytea('network_hash').notNull(),
    lastAt: requiredInstant('last_at'),
  },
  (table) => [t.primaryKey({ columns: [table.accountId, table.networkHash] })],
)

export const memberships = t.pgTable(
  'memberships',
  {
    organizationId: organizationId().references(() => organizations.id),
    userId: t
      .uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: t.text().notNull(),
    role: t.text({ enum: ROLES }).notNull(),
    active: t.boolean().notNull().default(true),
    /** Whether the organization has a row in `organization_moves`; set by triggers. ADR 27. */
    moving: t.boolean().notNull().default(false),
    /** Null while invited. */
    acceptedAt: optionalInstant('accepted_at'),
    /** The account that accepted. Null while invited. */
    accountId: t.uuid('account_id'),
    /** Null: default hours. */
    workingHours: t.json('working_hours').$type<WorkingHours>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.userId] }),
    t
      .index('memberships_newest')
      .on(table.organizationId, ...newestFirst({ createdAt: table.createdAt, id: table.userId })),
    t.index('memberships_of_user').on(table.userId),
    t.check('memberships_role', sql`${table.role} in ('ADMIN','MANAGER','TECHNICIAN','EDITOR')`),
  ],
)

/** A foreign key of `column` to a member of the organization. */
export function memberKey(name: string, table: { organizationId: t.PgColumn }, column: t.PgColumn) {
  const { organizationId, userId: id } = memberships
  return tenantKey(name, table, column, { organizationId, id })
}

/** Open invitations; deleted when accepted. */
export const invitations = t.pgTable(
  'invitations',
  {
    tokenHash: bytea('token_hash').notNull(),
    organizationId: organizationId(),
    userId: t.uuid('user_id').notNull(),
    expiresAt: requiredInstant('expires_at'),
    createdAt: createdAt(),
  },
  (table) => [
    // The organization is in the key so that a move can replicate one organization's rows (ADR 27).
    t.primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    t.uniqueIndex('invitations_token_hash_unique').on(table.tokenHash),
    memberKey('invitations_membership', table, table.userId).onDelete('cascade'),
    t.index('invitations_of_member').on(table.organizationId, table.userId),
    t.index('invitations_expiry').on(table.expiresAt),
  ],
)

/** Calendar URLs, at most one per member. */
export const calendars = t.pgTable(
  'calendars',
  {
    organizationId: organizationId(),
    userId: t.uuid('user_id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.userId] }),
    t.uniqueIndex('calendars_token_hash_unique').on(table.tokenHash),
    memberKey('calendars_membership', table, table.userId).onDelete('cascade'),
  ],
)

/** When members can't be booked, besides hours off and shoots. */
export const timeOff = t.pgTable(
  'time_off',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    userId: t.uuid('user_id').notNull(),
    startsAt: requiredInstant('starts_at'),
    endsAt: requiredInstant('ends_at'),
    note: t.text(),
    /** The SEQUENCE in calendar feeds. */
    version: t.integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.index('time_off_newest').on(table.organizationId, table.userId, ...newestFirst(table)),
    t.index('time_off_of_member').on(table.organizationId, table.userId, table.endsAt),
    memberKey('time_off_member', table, table.userId),
    t.check('time_off_order', sql`ends_at > starts_at`),
  ],
)

/**
 * An organization's uploaded logo. A PENDING row is also the job. `key` is the logo shown. It stays until another
 * upload is accepted, so a refused one changes nothing.
 */
export const logos = t.pgTable(
  'logos',
  {
    organizationId: organizationId()
      .primaryKey()
      .references(() => organizations.id),
    /** The staging key of the newest upload, which only the media process reads. */
    uploadKey: t.text('upload_key').notNull(),
    state: t.text({ enum: LOGO_STATES }).notNull().default('PENDING'),
    /** Why it was refused, in prose. */
    reason: t.text(),
    /** Where the media process puts its output. Null once done. */
    nextKey: t.text('next_key'),
    /** The object shown. Null until the first upload is accepted. */
    key: t.text(),
    /** The object shown previously, removed with the next change. */
    previousKey: t.text('previous_key'),
    /** Size in pixels of the logo shown. */
    width: t.integer(),
    height: t.integer(),
    /** Attempts started. */
    attempts: t.integer().notNull().default(0),
    /** When the lease of the process working on it ends. */
    leasedUntil: optionalInstant('leased_until'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [t.index('logos_pending').on(table.updatedAt).where(sql`state = 'PENDING'`)],
)
