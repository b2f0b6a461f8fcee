import type { Sql } from '@mediajobs/db'
import { apiKeys, memberships, users, webhookSubscriptions } from '@mediajobs/db/schema'
import type { MoveStep } from '@mediajobs/domain'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import { type ApiKey, apiKeyColumns } from '../api-keys.ts'
import { isPerson, type User, userColumns } from '../users.ts'
import { type Subscription, subscriptionColumns } from '../webhooks/subscriptions.ts'
import { getOrganization, type Organization } from './organization.ts'

/** An organization with the counts of its records. */
export interface OrganizationSummary extends Organization {
  /** Active users. */
  users: number
  /** API keys that are neither revoked nor expired. */
  apiKeys: number
  projects: number
  /** A move to or from another cell that has not ended. Null: none. */
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
    (select json_build_object('step', v.step, 'cell', v.cell) from organization_moves as v
      where v.organization_id = o.id) as move
  from organizations as o order by created_at, id`

/** Every organization, the oldest first. For operators. */
export function listOrganizations(sql: Sql): Promise<OrganizationSummary[]> {
  return sql.query<OrganizationSummary & Record<string, unknown>>(LIST)
}

/**
 * The members, API keys (with the revoked ones) and webhook subscriptions of an organization, without their
 * secrets. For operators.
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
