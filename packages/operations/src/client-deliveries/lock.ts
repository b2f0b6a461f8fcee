import { clientDeliveries, customers, invoices, organizations } from '@mediajobs/db/schema'
import { lockOfGroup } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { findGroup } from '../customer-groups/find-group.ts'
import { draftProjectInvoice } from '../invoices/drafts.ts'
import { sendInvoice } from '../invoices/moves.ts'
import { billsProject, isForWork } from '../invoices/of-project.ts'
import type { Project } from '../projects/project.ts'
import { conflict, OperationError } from '../shared/errors.ts'

type OfProject = Pick<Project, 'organizationId' | 'id'>

/** SQL: the balance of a sent invoice. */
export const balance = sql<number>`(${invoices.totalAmount} - ${invoices.paidAmount} + ${invoices.refundedAmount})`

/** SQL condition: a sent invoice of the project, or a sent statement that bills it, with a balance. */
export function isOwed({ organizationId, id }: Record<keyof OfProject, string | PgColumn>) {
  return and(billsProject(organizationId, id), eq(invoices.status, 'SENT'), sql`${balance} > 0`)
}

/**
 * Locks the drafts and sent invoices of a project. Await it before the project's lock: payments lock in the same order, so
 * a concurrent one either sees the new delivery or is seen by it, as does a send or void. A statement of the builder is
 * sent only when awaited, behind those of `tx.query`.
 */
export async function lockOpenInvoices(tx: Tx, orgId: string, projectId: string): Promise<void> {
  await tx.orm
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(billsProject(orgId, projectId), inArray(invoices.status, ['DRAFT', 'SENT'])))
    .orderBy(invoices.id)
    .for('no key update')
}

/**
 * Whether a new delivery of a locked project waits for its payment. Drafts and sends the project's invoice if it needs
 * one.
 *
 * @param requirePayment overrides the settings of the customer, their group and the organization, in this order
 * @throws {OperationError} `conflict` (`invoice_needed`) without an invoice, if none can be drafted.
 */
export async function decideLock(
  tx: Tx,
  project: Project,
  requirePayment: boolean | null,
): Promise<boolean> {
  if (!(requirePayment ?? (await isLockedByPolicy(tx, project)))) return false
  await ensureInvoice(tx, project)
  return (await tx.orm.$count(invoices, isOwed(project))) > 0
}

/** By the customer's setting, then their group's, then the organization's. Once unlocked, a project stays open. */
async function isLockedByPolicy(
  tx: Tx,
  { organizationId, id, customerId, createdAt }: Project,
): Promise<boolean> {
  const group =
    customerId === null ? null : await findGroup(tx, organizationId, customerId, createdAt)
  const [found] = await tx.orm
    .select({ ofOrganization: organizations.lockDownloads, ofCustomer: customers.lockDownloads })
    .from(organizations)
    .leftJoin(
      customers,
      and(
        eq(customers.organizationId, organizations.id),
        customerId === null ? sql`false` : eq(customers.id, customerId),
      ),
    )
    .where(eq(organizations.id, organizationId))
  if (!(found?.ofCustomer ?? (group && lockOfGroup(group)) ?? found?.ofOrganization)) return false
  const wasUnlocked = and(
    eq(clientDeliveries.organizationId, organizationId),
    eq(clientDeliveries.projectId, id),
    isNotNull(clientDeliveries.unlockedAt),
  )
  return (await tx.orm.$count(clientDeliveries, wasUnlocked)) === 0
}

async function ensureInvoice(tx: Tx, { organizationId, id }: Project): Promise<void> {
  const [newest] = await tx.orm
    .select({ id: invoices.id, status: invoices.status, projectId: invoices.projectId })
    .from(invoices)
    .where(
      and(
        billsProject(organizationId, id),
        inArray(invoices.status, ['DRAFT', 'SENT', 'PAID']),
        isForWork,
      ),
    )
    .orderBy(asc(sql`${invoices.status} = 'DRAFT'`), desc(invoices.createdAt), desc(invoices.id))
    .limit(1)
  if (newest && newest.status !== 'DRAFT') return
  if (newest?.projectId === null) {
    throw conflict(
      'invoice_needed',
      `Downloads wait for a payment, but the project is on the statement ${newest.id}, which is a draft. Send it, or deliver with requirePayment false.`,
    )
  }
  const draft = newest ?? (await draftOf(tx, organizationId, id))
  await sendInvoice(tx, organizationId, draft.id)
}

async function draftOf(tx: Tx, orgId: string, projectId: string) {
  try {
    return await draftProjectInvoice(tx, orgId, projectId)
  } catch (error) {
    if (!(error instanceof OperationError) || error.kind !== 'invalid') throw error
    throw conflict(
      'invoice_needed',
      `Downloads wait for a payment, but the project has no invoice and none can be drafted: ${error.messages.join('; ')}. Add what is missing, send an invoice, or deliver with requirePayment false.`,
    )
  }
}

/** The invoice that a locked delivery waits for: the oldest one with a balance. `undefined`: it was just paid. */
export async function owedInvoice(tx: Pick<Tx, 'orm'>, project: OfProject) {
  const [owed] = await tx.orm
    .select({
      id: invoices.id,
      number: invoices.number,
      currency: invoices.currency,
      totalAmount: invoices.totalAmount,
      balanceAmount: balance.mapWith(Number),
    })
    .from(invoices)
    .where(isOwed(project))
    .orderBy(asc(invoices.sentAt), asc(invoices.id))
    .limit(1)
  return owed
}
