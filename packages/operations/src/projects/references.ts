import type { Sql } from '@mediajobs/db'
import { notFound } from '../shared/errors.ts'
import type { Project, ProjectInput } from './project.ts'

interface Found {
  customer: boolean
  members: number
  package: boolean
  addOns: number
}

const MEMBER_FIELDS = ['projectManagerId', 'technicianId', 'editorId'] as const

const LOOK_UP = `
  select
    $2::uuid is null or exists (
      select from customers where organization_id = $1 and id = $2
    ) as customer,
    (
      select count(*) from memberships
      where organization_id = $1 and user_id = any ($3::uuid[]) and active
    ) as members,
    $4::uuid is null or exists (
      select from packages where organization_id = $1 and id = $4 and archived_at is null
    ) as package,
    (
      select count(*) from add_ons
      where organization_id = $1 and id = any ($5::uuid[]) and archived_at is null
    ) as "addOns"`

/**
 * Checks new references of a project: an existing customer, active members, unarchived package and add-ons, except add-ons
 * the project already has.
 *
 * @throws {OperationError} `not_found`.
 */
export async function checkReferences(
  sql: Sql,
  orgId: string,
  input: ProjectInput,
  before?: Pick<Project, 'selectedAddOnIds'>,
): Promise<void> {
  const { customerId, packageId } = input
  const members = new Set(MEMBER_FIELDS.flatMap((field) => input[field] ?? []))
  const kept = before?.selectedAddOnIds ?? []
  const addOns = new Set(input.selectedAddOnIds?.filter((id) => !kept.includes(id)))
  if (!customerId && !packageId && members.size === 0 && addOns.size === 0) return
  const [found] = await sql.query<Found>(LOOK_UP, [
    orgId,
    customerId ?? null,
    [...members],
    packageId ?? null,
    [...addOns],
  ])
  const missing = [
    ...(found?.customer ? [] : ['customerId']),
    ...(found?.package ? [] : ['packageId']),
    ...(found?.members === members.size ? [] : await missingMembers(sql, orgId, input)),
    ...(found?.addOns === addOns.size ? [] : ['selectedAddOnIds']),
  ]
  if (missing.length > 0) throw notFound().at(...missing)
}

const ACTIVE = `
  select user_id as id from memberships
  where organization_id = $1 and user_id = any ($2::uuid[]) and active`

/** The fields whose user isn't an active member. */
async function missingMembers(sql: Sql, orgId: string, input: ProjectInput): Promise<string[]> {
  const named = MEMBER_FIELDS.flatMap((field) => input[field] ?? [])
  const rows = await sql.query<{ id: string }>(ACTIVE, [orgId, named])
  const active = new Set(rows.map(({ id }) => id))
  const missing = MEMBER_FIELDS.filter((field) => input[field] && !active.has(input[field]))
  // A member may have become active since the first check; the request is refused anyway.
  return missing.length > 0 ? missing : MEMBER_FIELDS.filter((field) => input[field])
}
