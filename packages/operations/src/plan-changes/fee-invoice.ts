import { invoices, orders } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { findGroup } from '../customer-groups/find-group.ts'
import { createInvoice, sendInvoice } from '../invoices/index.ts'
import type { Invoice } from '../invoices/invoices.ts'
import { billingOf } from '../invoices/project-price.ts'
import type { Project } from '../projects/project.ts'
import type { Fee } from './terms.ts'

/** Bills a fee on a separate, sent invoice, and publishes INVOICE_CREATED and INVOICE_SENT. The fee is its total. */
export async function billFee(
  tx: Tx,
  project: Project,
  description: string,
  { feeAmount, currency }: Fee,
): Promise<Invoice | null> {
  const { organizationId, id: projectId, customerId } = project
  if (feeAmount === 0 || currency === null || customerId === null) return null
  const lineItems = [{ description, quantity: 1, unitAmount: feeAmount }]
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
  const group = await findGroup(tx, organizationId, customerId, createdAt)
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
