import type { Sql } from '@mediajobs/db'
import { customerGroupMembers, customerGroups, customers } from '@mediajobs/db/schema'
import type { CUSTOMER_GROUP_FIELDS } from '@mediajobs/domain'
import type { Is, RecordOf } from '@mediajobs/domain/fields'
import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'

type Row = typeof customerGroups.$inferSelect

/** Doesn't compile unless columns and field table agree. */
export type CustomerGroup = Is<Row, Is<RecordOf<typeof CUSTOMER_GROUP_FIELDS>, Row>>

/**
 * A customer's current group; or with `createdAt`, the one they were in when the project was created, or else joined
 * next.
 *
 * @param createdAt of the project
 */
export async function findGroup(
  { orm }: Pick<Sql, 'orm'>,
  orgId: string,
  customerId: string,
  createdAt?: string,
): Promise<CustomerGroup | null> {
  const { groupId, leftAt } = customerGroupMembers
  const [found] = await orm
    .select({ group: customerGroups })
    .from(customerGroupMembers)
    .innerJoin(
      customerGroups,
      and(eq(customerGroups.organizationId, orgId), eq(customerGroups.id, groupId)),
    )
    .where(
      and(
        eq(customerGroupMembers.organizationId, orgId),
        eq(customerGroupMembers.customerId, customerId),
        createdAt === undefined ? isNull(leftAt) : or(isNull(leftAt), gt(leftAt, createdAt)),
      ),
    )
    // The current one last.
    .orderBy(asc(leftAt))
    .limit(1)
  return found?.group ?? null
}

/**
 * SQL condition on `customer_group_members` as `member` and `projects` as `project` of the same customer: the project
 * belongs to the member's group, as in {@link findGroup}.
 */
export const isInGroup = sql`(
  (member.left_at is null or member.left_at > project.created_at)
  and not exists (
    select from customer_group_members as earlier
    where earlier.organization_id = member.organization_id
      and earlier.customer_id = member.customer_id
      and earlier.left_at > project.created_at
      and (member.left_at is null or earlier.left_at < member.left_at)))`

/** A customer's current group. @throws {OperationError} `not_found` at `customerId` for an unknown one. */
export async function groupOfCustomer(
  sql: Sql,
  orgId: string,
  customerId: string,
): Promise<CustomerGroup | null> {
  const group = await findGroup(sql, orgId, customerId)
  if (group) return group
  const isCustomer = and(eq(customers.organizationId, orgId), eq(customers.id, customerId))
  if ((await sql.orm.$count(customers, isCustomer)) === 0) throw notFound().at('customerId')
  return null
}
