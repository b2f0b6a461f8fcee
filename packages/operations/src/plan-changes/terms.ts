import type { Sql } from '@mediajobs/db'
import { invoices, orders, organizations, projectReschedules } from '@mediajobs/db/schema'
import {
  type ChangePolicy,
  changeFee,
  FEE_LINES,
  mayClientChange,
  type PlanChange,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, asc, eq, ne, sql as raw } from 'drizzle-orm'
import { findGroup, lockGroup } from '../customer-groups/groups.ts'
import { createInvoice, sendInvoice } from '../invoices/index.ts'
import type { Invoice } from '../invoices/invoices.ts'
import { billingOf, isForWork, priceProject } from '../invoices/project-price.ts'
import { getProject, type Project } from '../projects/project.ts'
import { getVisit } from '../projects/visits.ts'
import { conflict, missingAt, OperationError } from '../shared/errors.ts'

/** The fee for a change of plan, in the currency's minor unit. */
export interface Fee {
  feeAmount: number
  /** Null if there is nothing to charge a fee on. */
  currency: string | null
}

/** Input for the fees of a project's changes. */
interface ChangeTerms {
  policy: ChangePolicy | null
  totalAmount: number
  currency: string | null
  /** Earlier moves, without those whose fee was waived. */
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

/** A change's fee. Zero for a project without a customer to bill. */
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

/** Whether the client may still move or cancel an appointment without staff. */
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

/** The fees for changing a project's plan now, in the currency's minor unit. */
export interface ChangeFees {
  currency: string | null
  rescheduleFeeAmount: number
  cancelFeeAmount: number
}

/**
 * The current fees for changing a project's plan, if not waived.
 *
 * @param visitId the appointment to move; null for the project's own
 * @throws {OperationError} `not_found`.
 */
export async function getChangeFees(
  sql: Sql,
  orgId: string,
  projectId: string,
  visitId: string | null,
): Promise<ChangeFees> {
  const project = await getProject(sql, orgId, projectId)
  const moved =
    visitId === null
      ? project
      : await getVisit(sql, orgId, { projectId: project.id, visitId }).catch(missingAt('visitId'))
  const terms = await readTerms(sql, project)
  return {
    currency: terms.currency,
    rescheduleFeeAmount: feeOf(terms, project, 'RESCHEDULE', moved.scheduledTime).feeAmount,
    cancelFeeAmount: feeOf(terms, project, 'CANCEL', project.scheduledTime).feeAmount,
  }
}

/** Bills a fee on a separate, sent invoice, and publishes INVOICE_CREATED and INVOICE_SENT. The fee is its total. */
export async function billFee(
  tx: Tx,
  project: Project,
  on: PlanChange,
  { feeAmount, currency }: Fee,
): Promise<Invoice | null> {
  const { organizationId, id: projectId, customerId } = project
  if (feeAmount === 0 || currency === null || customerId === null) return null
  const lineItems = [{ description: FEE_LINES[on], quantity: 1, unitAmount: feeAmount }]
  const draft = await createInvoice(tx, organizationId, {
    ...(await billingOfFee(tx, project, customerId)),
    projectId,
    currency,
    lineItems,
    isFee: true,
  })
  return sendInvoice(tx, organizationId, draft.id)
}

/**
 * Who pays a fee, and when: whoever the project's order was billed to, on its terms. A guest's order never gets a
 * group's terms, even if its email is a member's. Without an order, the customer's group decides.
 */
async function billingOfFee(
  tx: Tx,
  { organizationId, id, createdAt }: Project,
  customerId: string,
): ReturnType<typeof billingOf> {
  const group = await lockGroup(tx, organizationId, customerId, createdAt)
  const billing = await billingOf(tx, organizationId, customerId, group)
  const [ordered] = await tx.orm
    .select({ customerId: invoices.customerId, dueDate: invoices.dueDate })
    .from(orders)
    .innerJoin(
      invoices,
      and(eq(invoices.organizationId, organizationId), eq(invoices.id, orders.invoiceId)),
    )
    .where(
      and(
        eq(orders.organizationId, organizationId),
        eq(orders.projectId, id),
        // Staff may have reassigned the project to another customer.
        eq(orders.customerId, customerId),
      ),
    )
  if (!ordered) return billing
  return { customerId: ordered.customerId, dueDate: ordered.dueDate && billing.dueDate }
}
