import type { Transaction } from '@mediajobs/db'
import { noSuchPerson, OperationError } from '../shared/errors.ts'
import type { User } from '../users.ts'
import { updateUser } from '../users.ts'

export interface MembershipSelection {
  email: string
  /** Default: all their organizations. */
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
  where lower(u.email) = lower($1) and ($2::uuid is null or o.id = $2)
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
