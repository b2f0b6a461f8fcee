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

/** The tenants. In every other table of a tenant, each key begins with `organization_id`. */
export const organizations = pgTable('organizations', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  createdAt: createdAt(),
  /** Of the pages that clients see: a picture, and a colour as `#rrggbb`. */
  logoUrl: text('logo_url'),
  colour: text(),
  /** A name of the IANA time zone database. */
  timeZone: text('time_zone'),
  /** A language tag of BCP 47. */
  locale: text(),
  /** What the page of a delivery says about the use of its files. */
  deliveryTerms: text('delivery_terms'),
  showAddressOnOriginals: boolean('show_address_on_originals').notNull().default(false),
  updatedAt: updatedAt(),
})

/**
 * Accounts. The first account of an e-mail address has the address. It is also the person: organizations
 * know the person by its address and its id. Further accounts of the address name it as `person_id`. ADR 13.
 */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    /** Null for a further account. */
    email: text(),
    /** The person of a further account. It has no index: accounts are found by their memberships. */
    personId: uuid('person_id'),
    /** Null for a person who has no account of this id. All accounts of a person share a salt. */
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
    /** The hash of account and network together. */
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
    /** Whether the organization has a row in `organization_moves`. Triggers keep it. ADR 27. */
    moving: boolean().notNull().default(false),
    /** Null while invited. */
    acceptedAt: optionalInstant('accepted_at'),
    /** The account of the person that accepted. Null while invited. */
    accountId: uuid('account_id'),
    /** Null: the person has the default working hours. */
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

/** An invitation is deleted when it is accepted. */
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
    // With the organization in the key, a move can replicate the rows of one organization (ADR 27).
    primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    uniqueIndex('invitations_token_hash_unique').on(table.tokenHash),
    memberKey('invitations_membership', table, table.userId).onDelete('cascade'),
    index('invitations_of_member').on(table.organizationId, table.userId),
    index('invitations_expiry').on(table.expiresAt),
  ],
)

/** The calendar address of a member. A member has one at most. */
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
