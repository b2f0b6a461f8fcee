import { type Placeholders, preparedQuery, type Sql } from '@mediajobs/db'
import {
  apiKeys,
  memberships,
  moveOf,
  organizationMoves,
  organizations,
  users,
  webhookSubscriptions,
} from '@mediajobs/db/schema'
import type { MoveStep } from '@mediajobs/domain'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import { type ApiKey, apiKeyColumns } from '../api-keys.ts'
import { noSuch, noSuchOrganization } from '../shared/errors.ts'
import { isPerson, type User, userColumns } from '../users.ts'
import { type Subscription, subscriptionColumns } from '../webhooks/subscriptions.ts'

export type Organization = typeof organizations.$inferSelect

const findOrganization = preparedQuery((orm, value: Placeholders<'id'>) =>
  orm
    .select()
    .from(organizations)
    .where(eq(organizations.id, value('id'))),
)

/** @throws {OperationError} `not_found`. */
export async function getOrganization(sql: Sql, id: string): Promise<Organization> {
  const [organization] = await findOrganization(sql, { id })
  if (!organization) throw noSuchOrganization()
  return organization
}

/**
 * Checks that this cell has the organization. For operators.
 *
 * @throws {OperationError} `not_found` for an unknown organization, or one in another cell.
 */
export async function expectHere(sql: Sql, id: string): Promise<void> {
  await getOrganization(sql, id)
  const { organizationId, step, cell, isAway } = organizationMoves
  const [move] = await sql.orm
    .select({ step, cell })
    .from(organizationMoves)
    .where(and(eq(organizationId, id), eq(isAway, true)))
  if (!move) return
  const how = move.step === 'MOVED' ? 'was moved to' : 'is still arriving from'
  throw noSuch(`The organization ${how} the cell ${move.cell}: run the command there.`)
}

/** An organization with record counts. */
export interface OrganizationSummary extends Organization {
  /** Active users. */
  users: number
  /** Live API keys. */
  apiKeys: number
  projects: number
  /** An unfinished move to or from another cell, if any. */
  move: { step: MoveStep; cell: string } | null
}

export interface OrganizationDetails {
  organization: Organization
  users: User[]
  apiKeys: ApiKey[]
  webhooks: (Subscription & { failingSince: string | null })[]
}

const statuses =
  'pending + booked + shooting + uploaded + editing + in_review + delivered + in_revision + cancelled'

const LIST = `
  select id, name, created_at as "createdAt",
    (select count(*) from memberships as m where m.organization_id = o.id and m.active) as users,
    (select count(*) from api_keys as k where k.organization_id = o.id and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now())) as "apiKeys",
    (select coalesce(sum(${statuses}), 0)::int from project_status_counts as c
      where c.organization_id = o.id) as projects,
    ${moveOf('o.id')} as move
  from organizations as o order by created_at, id`

/** All organizations, oldest first. For operators. */
export function listOrganizations(sql: Sql): Promise<OrganizationSummary[]> {
  return sql.query<OrganizationSummary>(LIST)
}

/**
 * An organization's members, API keys (revoked ones included) and webhook subscriptions, without secrets. For operators.
 *
 * @throws {OperationError} `not_found`.
 */
export async function describeOrganization(sql: Sql, id: string): Promise<OrganizationDetails> {
  const organization = await getOrganization(sql, id)
  const { orm } = sql
  const [people, keys, webhooks] = await Promise.all([
    orm
      .select(userColumns)
      .from(memberships)
      .innerJoin(users, isPerson)
      .where(eq(memberships.organizationId, id))
      .orderBy(asc(memberships.createdAt), asc(memberships.userId)),
    orm
      .select(apiKeyColumns)
      .from(apiKeys)
      .where(eq(apiKeys.organizationId, id))
      .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id)),
    orm
      .select({ ...subscriptionColumns, failingSince: webhookSubscriptions.failingSince })
      .from(webhookSubscriptions)
      .where(
        and(eq(webhookSubscriptions.organizationId, id), isNull(webhookSubscriptions.deletedAt)),
      )
      .orderBy(desc(webhookSubscriptions.createdAt), desc(webhookSubscriptions.id)),
  ])
  return { organization, users: people, apiKeys: keys, webhooks }
}
