import { ROLES } from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  bytea,
  createdAt,
  optionalInstant,
  organizationId,
  requiredInstant,
  updatedAt,
} from './columns.ts'

/** The tenants. Every other table of a tenant leads its keys with `organization_id`. */
export const organizations = pgTable('organizations', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  createdAt: createdAt(),
})

/** People, known by e-mail across organizations; what they are in one is their membership. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    /** Null until the first invitation is accepted. */
    passwordHash: text('password_hash'),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('users_email_unique').on(sql`lower(${table.email})`)],
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
    /** Null while the person is invited. */
    acceptedAt: optionalInstant('accepted_at').default(sql`now()`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index('memberships_newest').on(
      table.organizationId,
      table.createdAt.desc().nullsFirst(),
      table.userId.desc().nullsFirst(),
    ),
    index('memberships_of_user').on(table.userId),
    check('memberships_role', sql`${table.role} in ('ADMIN','MANAGER','TECHNICIAN','EDITOR')`),
  ],
)

/** An invitation holds the hash of its token and is deleted when it is accepted. */
export const invitations = pgTable(
  'invitations',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    organizationId: organizationId(),
    userId: uuid('user_id').notNull(),
    expiresAt: requiredInstant('expires_at'),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      name: 'invitations_membership',
      columns: [table.organizationId, table.userId],
      foreignColumns: [memberships.organizationId, memberships.userId],
    }).onDelete('cascade'),
    index('invitations_of_member').on(table.organizationId, table.userId),
  ],
)
