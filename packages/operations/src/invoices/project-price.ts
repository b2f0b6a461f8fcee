import type { Sql } from '@mediajobs/db'
import { billedProjects, invoices, organizations } from '@mediajobs/db/schema'
import { and, eq, ne, not, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { Temporal } from 'temporal-polyfill'
import { getDiscount } from '../catalogue.ts'
import type { CustomerGroup } from '../customer-groups/groups.ts'
import { chosenOffers, linesOf, type Price, priceOf } from '../pricing.ts'
import type { Project } from '../projects/project.ts'
import { withTravelFee } from '../travel-zones.ts'

/**
 * A project's current price: its offers at the group's prices, its travel fee, and the larger of its
 * discount and the group's. A CANCELLED project gets no discount.
 *
 * @throws {OperationError} `invalid` without a price, or with several currencies.
 */
export async function priceProject(
  sql: Sql,
  project: Project,
  group: CustomerGroup | null,
): Promise<Price> {
  const { organizationId: orgId, propertySize } = project
  const discount = await heldDiscount(sql, project)
  const offers = linesOf(await chosenOffers(sql, orgId, project), propertySize, group)
  return priceOf(await withTravelFee(sql, orgId, offers, project), discount, group)
}

async function heldDiscount(sql: Sql, { organizationId, discountId, status }: Project) {
  if (!discountId || status === 'CANCELLED') return null
  return getDiscount(sql, organizationId, discountId)
}

/** Who pays for a customer's jobs and when, as their group decides. */
export async function billingOf(
  sql: Sql,
  orgId: string,
  customerId: string,
  group: CustomerGroup | null,
): Promise<{ customerId: string; dueDate: string | null }> {
  return {
    customerId: group?.billingCustomerId ?? customerId,
    dueDate: await dueDateOf(sql, orgId, group),
  }
}

/** The due date of an invoice issued today on a group's terms, in the organization's time zone. Null without terms. */
export async function dueDateOf(
  sql: Sql,
  orgId: string,
  group: CustomerGroup | null,
): Promise<string | null> {
  if (!group || group.netDays === null) return null
  const today = Temporal.Now.plainDateISO(await timeZoneOf(sql, orgId))
  return today.add({ days: group.netDays }).toString()
}

export async function timeZoneOf({ orm }: Sql, orgId: string): Promise<string> {
  const [row] = await orm
    .select({ timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, orgId))
  return row?.timeZone ?? 'UTC'
}

/**
 * SQL condition: an invoice of the project, or a statement that bills it. An array instead of `in` lets the planner use
 * an index for each side.
 */
export function billsProject(organizationId: string | PgColumn, projectId: string | PgColumn) {
  return and(
    eq(invoices.organizationId, organizationId),
    or(
      eq(invoices.projectId, projectId),
      sql`${invoices.id} = any (array(
        select ${billedProjects.invoiceId} from ${billedProjects}
        where ${billedProjects.organizationId} = ${organizationId}
          and ${billedProjects.projectId} = ${projectId} and ${billedProjects.isBilled}))`,
    ),
  )
}

const { status, paidAmount, refundedAmount } = invoices
/** SQL condition: paid and fully refunded. */
const isRefunded = sql`(${status} = 'PAID' and ${paidAmount} > 0 and ${refundedAmount} >= ${paidAmount})`

/** SQL condition: bills work, not a change of plan: a project with nothing but fees is still unbilled. */
export const isForWork = eq(invoices.isFee, false)

/** SQL condition: bills work, and is neither void nor fully refunded, so that its projects can't be billed again. */
export const isInForce = and(ne(status, 'VOIDED'), not(isRefunded), isForWork)
