import type { Sql } from '@mediajobs/db'
import { invoices, orders, organizations, projectReschedules } from '@mediajobs/db/schema'
import { type ChangePolicy, changeFee, mayClientChange, type PlanChange } from '@mediajobs/domain'
import { and, asc, eq, ne, sql as raw } from 'drizzle-orm'
import { findGroup } from '../customer-groups/find-group.ts'
import { isForWork } from '../invoices/of-project.ts'
import { priceProject } from '../invoices/project-price.ts'
import type { Project } from '../projects/project.ts'
import { conflict, OperationError } from '../shared/errors.ts'

/** The fee for a change of plan, in the currency's minor unit. */
export interface Fee {
  feeAmount: number
  /** Null if there is nothing to charge a fee on. */
  currency: string | null
}

/** Input for the fees of a project's changes. */
export interface ChangeTerms {
  policy: ChangePolicy | null
  totalAmount: number
  currency: string | null
  /** Moves that counted. */
  priorReschedules: number
  /** By the database's clock. */
  now: string
}

/**
 * The terms for changing a project: as accepted with its order; otherwise the organization's, with the project's
 * invoices or else its price.
 */
export async function readTerms(sql: Sql, project: Project): Promise<ChangeTerms> {
  const { organizationId, id } = project
  const [order] = await sql.orm
    .select({
      policy: orders.changePolicy,
      totalAmount: orders.totalAmount,
      currency: orders.currency,
    })
    .from(orders)
    .where(and(eq(orders.organizationId, organizationId), eq(orders.projectId, id)))
  const [organization] = await sql.orm
    .select({ policy: organizations.changePolicy, now: raw<string>`clock_timestamp()::text` })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  const policy = order ? order.policy : (organization?.policy ?? null)
  const total =
    order && order.currency !== null
      ? { totalAmount: order.totalAmount ?? 0, currency: order.currency }
      : ((await invoicedOf(sql, project)) ?? (await pricedOf(sql, project)))
  return {
    policy,
    totalAmount: total?.totalAmount ?? 0,
    currency: total?.currency ?? policy?.currency ?? null,
    priorReschedules: await countReschedules(sql, project),
    now: new Date(organization?.now ?? Date.now()).toISOString(),
  }
}

/** The fee of a change. Zero for a project without a customer to bill. */
export function feeOf(
  terms: ChangeTerms,
  { customerId }: Project,
  on: PlanChange,
  scheduledTime: string,
): Fee {
  const { policy, currency, ...rest } = terms
  if (currency === null || customerId === null) return { feeAmount: 0, currency }
  return { feeAmount: changeFee(policy, { ...rest, on, scheduledTime, currency }), currency }
}

/** @throws {OperationError} `conflict` (`fee_changed`), with the fee. */
export function expectFee(fee: Fee, expectedFeeAmount: number | undefined): void {
  if (expectedFeeAmount === undefined || expectedFeeAmount === fee.feeAmount) return
  const error = conflict(
    'fee_changed',
    `The fee is now ${fee.feeAmount}, in the currency's minor unit. Send it as expectedFeeAmount to accept it.`,
  )
  error.details = { fee }
  throw error
}

/** Whether the client may move or cancel an appointment, which hasn't begun, without staff. */
export function mayChange(
  { policy, now }: ChangeTerms,
  { status }: Pick<Project, 'status'>,
  scheduledTime: string,
): boolean {
  const isAhead = status === 'PENDING' || status === 'BOOKED'
  return isAhead && mayClientChange(policy, { scheduledTime, now })
}

/** @throws {OperationError} `conflict` (`change_too_late`). */
export function expectClientMay(
  terms: ChangeTerms,
  project: Pick<Project, 'status'>,
  scheduledTime: string,
): void {
  if (mayChange(terms, project, scheduledTime)) return
  throw conflict(
    'change_too_late',
    'This appointment can no longer be changed here. Contact the organization.',
  )
}

/** SQL condition: an invoice of the project that bills its work, not an earlier change. */
export function billsWork({ organizationId, id }: Pick<Project, 'organizationId' | 'id'>) {
  return and(
    eq(invoices.organizationId, organizationId),
    eq(invoices.projectId, id),
    ne(invoices.status, 'VOIDED'),
    isForWork,
  )
}

/** The sum of a project's invoices in the currency of the first one. */
async function invoicedOf(sql: Sql, project: Project) {
  const [first] = await sql.orm
    .select({ currency: invoices.currency })
    .from(invoices)
    .where(billsWork(project))
    .orderBy(asc(invoices.createdAt), asc(invoices.id))
    .limit(1)
  if (!first) return null
  const [sum] = await sql.orm
    .select({ totalAmount: raw`sum(${invoices.totalAmount})`.mapWith(Number) })
    .from(invoices)
    .where(and(billsWork(project), eq(invoices.currency, first.currency)))
  return { totalAmount: sum?.totalAmount ?? 0, currency: first.currency }
}

async function pricedOf(sql: Sql, project: Project) {
  try {
    const { organizationId, customerId, createdAt } = project
    const group =
      customerId === null ? null : await findGroup(sql, organizationId, customerId, createdAt)
    return await priceProject(sql, project, group)
  } catch (error) {
    // No package, no price for the size, or several currencies.
    if (error instanceof OperationError) return null
    throw error
  }
}

function countReschedules({ orm }: Sql, { organizationId, id }: Project): Promise<number> {
  return orm.$count(
    projectReschedules,
    and(
      eq(projectReschedules.organizationId, organizationId),
      eq(projectReschedules.projectId, id),
      eq(projectReschedules.isFeeWaived, false),
    ),
  )
}
