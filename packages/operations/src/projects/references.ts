import type { Sql } from '@mediajobs/db'
import { invalid, notFound } from '../errors.ts'
import type { ProjectInput } from './project.ts'

interface Found {
  customer: boolean
  members: number
}

const LOOK_UP = `
  select
    $2::uuid is null or exists (
      select from customers where organization_id = $1 and id = $2
    ) as customer,
    (
      select count(*) from memberships
      where organization_id = $1 and user_id = any ($3::uuid[]) and active
    ) as members`

/**
 * Checks that what a project is about to refer to is there: a customer, active members, and nothing
 * of a catalogue, as long as an organization has none.
 *
 * @throws {OperationError} `not_found`, or `invalid` for a discount code that is none.
 */
export async function checkReferences(sql: Sql, orgId: string, input: ProjectInput): Promise<void> {
  const { packageId, discountId, selectedAddOnIds, discountCode } = input
  if (packageId || discountId || selectedAddOnIds?.length) throw notFound()
  const { customerId, projectManagerId, technicianId, editorId } = input
  const members = new Set([projectManagerId, technicianId, editorId].filter((id) => id != null))
  if (customerId || members.size > 0) {
    const [found] = await sql.query<Found & { [column: string]: unknown }>(LOOK_UP, [
      orgId,
      customerId ?? null,
      [...members],
    ])
    if (!found?.customer || found.members !== members.size) throw notFound()
  }
  if (discountCode) throw invalid('discountCode is unknown or expired')
}
