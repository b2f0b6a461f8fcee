import type { Transaction } from '@mediajobs/db'
import { apiKeys, isAway, memberships, users } from '@mediajobs/db/schema'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type ApiKey, apiKeyColumns, isApiKey, revokeApiKey } from '../api-keys.ts'
import { noSuch, noSuchPerson, OperationError } from '../shared/errors.ts'
import { type User, updateUser } from '../users.ts'
import { getOrganization } from './organization.ts'

/** Selects keys that match all given fields. */
interface KeySelection {
  id?: string | undefined
  /** The creator's. */
  email?: string | undefined
}

/**
 * Revokes keys of an organization, immediately for every process. For operators.
 *
 * @returns the newly revoked keys
 * @throws {OperationError} `not_found` for an unknown organization, key or person.
 */
export async function revokeKeys(
  tx: Transaction,
  orgId: string,
  { id, email }: KeySelection,
): Promise<ApiKey[]> {
  await getOrganization(tx, orgId)
  const userId = email === undefined ? undefined : await memberWith(tx, orgId, email)
  if (id !== undefined) await expectKey(tx, orgId, id, userId)
  const { organizationId, createdByUserId, revokedAt, createdAt } = apiKeys
  const live = await tx.orm
    .select(apiKeyColumns)
    .from(apiKeys)
    .where(
      and(
        eq(organizationId, orgId),
        isNull(revokedAt),
        id === undefined ? undefined : eq(apiKeys.id, id),
        userId === undefined ? undefined : eq(createdByUserId, userId),
      ),
    )
    .orderBy(asc(createdAt), asc(apiKeys.id))
    .for('no key update')
  for (const key of live) await revokeApiKey(tx, orgId, key.id)
  return live
}

async function memberWith(tx: Transaction, orgId: string, email: string): Promise<string> {
  const [member] = await tx.orm
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, orgId), sql`lower(${users.email}) = lower(${email})`))
  if (!member) throw noSuchPerson(email, orgId)
  return member.userId
}

async function expectKey(
  tx: Transaction,
  orgId: string,
  id: string,
  userId: string | undefined,
): Promise<void> {
  const [key] = await tx.orm
    .select({ madeBy: apiKeys.createdByUserId })
    .from(apiKeys)
    .where(isApiKey(orgId, id))
  if (key && (userId === undefined || key.madeBy === userId)) return
  throw noSuch('This organization has no such key.')
}

interface MembershipSelection {
  email: string
  /** Default: all their organizations in this cell. */
  organizationId?: string | undefined
}

/** A membership after the change, with the name of its organization. */
export interface ChangedMembership extends User {
  organizationName: string
}

interface MembershipRow {
  organizationId: string
  organizationName: string
  userId: string
}

const MEMBERSHIPS = `
  select o.id as "organizationId", o.name as "organizationName", u.id as "userId"
  from users as u
  join memberships as m on m.user_id = u.id
  join organizations as o on o.id = m.organization_id
  where lower(u.email) = lower($1) and ($2::uuid is null and not ${isAway('o.id')} or o.id = $2)
  order by o.id`

/**
 * Deactivates or reactivates a person, with the rules and effects of PATCH /users/{id}, in all selected memberships or
 * none. For operators.
 *
 * @throws {OperationError} `not_found`; `conflict` (`last_admin`).
 */
export async function setUserActive(
  tx: Transaction,
  { email, organizationId }: MembershipSelection,
  active: boolean,
): Promise<ChangedMembership[]> {
  const found = await tx.query<MembershipRow>(MEMBERSHIPS, [email, organizationId ?? null])
  if (found.length === 0) throw noSuchPerson(email, organizationId)
  const changed: ChangedMembership[] = []
  for (const { organizationName, userId, ...place } of found) {
    // Operators aren't members, so the person acts on themselves, which the role check allows.
    const actor = { ...place, userId, apiKeyId: null, role: 'ADMIN', scopes: [] } as const
    const user = await updateUser(tx, actor, userId, { active }).catch((error) => {
      throw namingOrganization(error, organizationName)
    })
    changed.push({ ...user, organizationName })
  }
  return changed
}

function namingOrganization(error: unknown, organizationName: string): unknown {
  if (!(error instanceof OperationError)) return error
  return new OperationError(error.kind, error.code, [`${organizationName}: ${error.message}`])
}
