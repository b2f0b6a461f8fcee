import type { Sql } from '@mediajobs/db'
import { invoices, projects } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, ne } from 'drizzle-orm'
import { getDiscount } from '../catalogue/get-discount.ts'
import { chosenOffers } from '../pricing/offers.ts'
import { priceOf } from '../pricing/price.ts'
import { isProject, type Project } from '../projects/project.ts'
import { conflict, invalid, notFound } from '../shared/errors.ts'
import { insertDraft } from './draft.ts'
import type { Invoice } from './invoice.ts'

/**
 * Drafts the invoice of a project from its package, add-ons and discount, at the prices of now, and
 * publishes INVOICE_CREATED. A CANCELLED project has lost its discount, so its invoice has none.
 *
 * @throws {OperationError} `not_found`; `invalid` when the project has no customer or nothing that
 *   has a price, or when its currencies differ; `conflict` (`project_has_invoice`) while it has an
 *   invoice that is not void.
 */
export async function draftProjectInvoice(tx: Tx, orgId: string, id: string): Promise<Invoice> {
  const project = await lockAgainstDrafts(tx, orgId, id)
  const { customerId } = project
  if (!customerId) throw invalid('customerId of the project is null: an invoice needs a customer')
  const discount = await heldDiscount(tx, project)
  const price = priceOf(await chosenOffers(tx, orgId, project), discount)
  await refuseSecondInvoice(tx, project)
  return insertDraft(tx, orgId, { ...price, customerId, projectId: id })
}

/**
 * Reads a project and locks it against other drafts and changes. The lock is not FOR UPDATE: a transaction
 * that deletes the customer takes a share lock on the customer's projects, and the insert of the invoice
 * waits for that customer. With FOR UPDATE the two would deadlock.
 */
async function lockAgainstDrafts(tx: Tx, orgId: string, id: string): Promise<Project> {
  const [project] = await tx.orm
    .select()
    .from(projects)
    .where(isProject(orgId, id))
    .for('no key update')
  if (!project) throw notFound()
  return project
}

async function heldDiscount(sql: Sql, { organizationId, discountId, status }: Project) {
  if (!discountId || status === 'CANCELLED') return null
  return getDiscount(sql, organizationId, discountId)
}

async function refuseSecondInvoice(tx: Tx, { organizationId, id }: Project): Promise<void> {
  const [invoice] = await tx.orm
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        eq(invoices.projectId, id),
        ne(invoices.status, 'VOIDED'),
      ),
    )
    .limit(1)
  if (invoice) {
    throw conflict(
      'project_has_invoice',
      `The project has the invoice ${invoice.id}. Void it first to draft another one.`,
    )
  }
}
