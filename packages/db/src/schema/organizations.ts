import { ROLES, type WorkingHours } from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  json,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
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

/** The tenants. In their other tables, every key begins with `organization_id`. */
export const organizations = pgTable('organizations', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  createdAt: createdAt(),
  /** Branding of client pages; the colour as `#rrggbb`. */
  logoUrl: text('logo_url'),
  colour: text(),
  /** IANA name. */
  timeZone: text('time_zone'),
  /** BCP 47. */
  locale: text(),
  /** Terms of use on delivery pages. */
  deliveryTerms: text('delivery_terms'),
  showAddressOnOriginals: boolean('show_address_on_originals').notNull().default(false),
  techniciansStart: boolean('technicians_start').notNull().default(false),
  editorsStart: boolean('editors_start').notNull().default(false),
  updatedAt: updatedAt(),
})

/**
 * Accounts. The first account of an email address has the address and is also the person, whom organizations know by
 * address and id. Further accounts refer to it by `person_id`. ADR 13.
 */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    /** Null for a further account. */
    email: text(),
    /** The person of a further account. Not indexed: accounts are found by membership. */
    personId: uuid('person_id'),
    /** Null for a person without an account of this id. A person's accounts share a salt. */
    passwordHash: text('password_hash'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    check('users_email_or_person', sql`(${table.email} is null) <> (${table.personId} is null)`),
  ],
)

/** Networks from which an account signed in recently. */
export const signInNetworks = pgTable(
  'sign_in_networks',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Hash of account and network. */
    networkHash: bytea('network_hash').notNull(),
    lastAt: requiredInstant('last_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.networkHash] })],
)

export const memberships = pgTable(
  'memberships',
  {
    organizationId: organizationId().references(() => organizations.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    active: boolean().notNull().default(true),
    /** Whether the organization has a row in `organization_moves`; set by triggers. ADR 27. */
    moving: boolean().notNull().default(false),
    /** Null while invited. */
    acceptedAt: optionalInstant('accepted_at'),
    /** The account that accepted. Null while invited. */
    accountId: uuid('account_id'),
    /** Null: default hours. */
    workingHours: json('working_hours').$type<WorkingHours>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index('memberships_newest').on(
      table.organizationId,
      ...newestFirst({ createdAt: table.createdAt, id: table.userId }),
    ),
    index('memberships_of_user').on(table.userId),
    check('memberships_role', sql`${table.role} in ('ADMIN','MANAGER','TECHNICIAN','EDITOR')`),
  ],
)

/** A foreign key of `column` to a member of the organization. */
export function memberKey(name: string, table: { organizationId: PgColumn }, column: PgColumn) {
  const { organizationId, userId: id } = memberships
  return tenantKey(name, table, column, { organizationId, id })
}

/** Open invitations; deleted when accepted. */
export const invitations = pgTable(
  'invitations',
  {
    tokenHash: bytea('token_hash').notNull(),
    organizationId: organizationId(),
    userId: uuid('user_id').notNull(),
    expiresAt: requiredInstant('expires_at'),
    createdAt: createdAt(),
  },
  (table) => [
    // The organization is in the key so that a move can replicate one organization's rows (ADR 27).
    primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    uniqueIndex('invitations_token_hash_unique').on(table.tokenHash),
    memberKey('invitations_membership', table, table.userId).onDelete('cascade'),
    index('invitations_of_member').on(table.organizationId, table.userId),
    index('invitations_expiry').on(table.expiresAt),
  ],
)

/** Calendar URLs, at most one per member. */
export const calendars = pgTable(
  'calendars',
  {
    organizationId: organizationId(),
    userId: uuid('user_id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    uniqueIndex('calendars_token_hash_unique').on(table.tokenHash),
    memberKey('calendars_membership', table, table.userId).onDelete('cascade'),
  ],
)
