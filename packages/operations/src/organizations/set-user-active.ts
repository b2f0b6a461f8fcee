import type { Transaction } from '@mediajobs/db'
import { OperationError } from '../errors.ts'
import { noSuchPerson } from '../not-there.ts'
import { updateUser } from '../users/update-user.ts'
import type { User } from '../users/user.ts'

export interface WhoseMembership {
  email: string
  /** Left out: wherever they are a member. */
  organizationId?: string | undefined
}

/** A membership as it is now, and where it is. */
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
 * Deactivates a person, or activates them again, with the rules and effects of PATCH /users/{id}. For
 * operators, who stand above every role. All of their organizations or none.
 *
 * @throws {OperationError} `not_found`; `conflict` (`last_admin`).
 */
export async function setUserActive(
  tx: Transaction,
  { email, organizationId }: WhoseMembership,
  active: boolean,
): Promise<ChangedMembership[]> {
  const found = await tx.query<MembershipRow>(MEMBERSHIPS, [email, organizationId ?? null])
  if (found.length === 0) throw noSuchPerson(email, organizationId)
  const changed: ChangedMembership[] = []
  for (const { organizationName, userId, ...place } of found) {
    // No operator is a member; nobody stands above themselves, so as themselves no rank is in the way.
    const actor = { ...place, userId, apiKeyId: null, role: 'ADMIN', scopes: [] } as const
    const user = await updateUser(tx, actor, userId, { active }).catch((error) => {
      throw said(error, organizationName)
    })
    changed.push({ ...user, organizationName })
  }
  return changed
}

function said(error: unknown, organizationName: string): unknown {
  if (!(error instanceof OperationError)) return error
  return new OperationError(error.kind, error.code, [`${organizationName}: ${error.message}`])
}
