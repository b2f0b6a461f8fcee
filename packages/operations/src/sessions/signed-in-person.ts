import type { Sql } from '@mediajobs/db'
import { isAway } from '@mediajobs/db/schema'
import type { Role } from '@mediajobs/domain'
import { accountOf } from '../shared/account-of.ts'
import { notFound } from '../shared/errors.ts'

/** A person who is signed in. */
export interface SignedInPerson {
  user: { id: string; email: string; name: string }
  /** The organizations in which the account can act, the oldest membership first. */
  organizations: { id: string; name: string; role: Role }[]
}

interface MembershipRow {
  email: string
  person_name: string
  organization_id: string
  organization_name: string
  role: Role
  active: boolean
  is_away: boolean
}

const MEMBERSHIPS = `
  select u.email, m.name as person_name, m.role, m.active,
    m.moving and ${isAway('m.organization_id')} as is_away,
    o.id as organization_id, o.name as organization_name
  from memberships as m
  join users as u on u.id = m.user_id
  join organizations as o on o.id = m.organization_id
  where m.user_id = $1 and ${accountOf('m')} = $2
  order by m.active desc, m.created_at, m.organization_id`

/**
 * @returns `null` when the account is a member of no organization.
 * @throws {OperationError} when all of its organizations are away.
 */
export async function findSignedInPerson(
  sql: Pick<Sql, 'query'>,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<SignedInPerson | null> {
  const found = await sql.query<MembershipRow>(MEMBERSHIPS, [personId, accountId])
  const [anywhere] = found
  if (!anywhere) return null
  const here = found.filter((row) => !row.is_away)
  const [first] = here
  if (!first) throw notFound().ofOrganization(anywhere.organization_id)
  return {
    user: { id: personId, email: first.email, name: first.person_name },
    organizations: here
      .filter(({ active }) => active)
      .map((row) => ({ id: row.organization_id, name: row.organization_name, role: row.role })),
  }
}
