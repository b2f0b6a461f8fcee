import type { Tx } from '@mediajobs/outbox'
import { findGroup } from '../customer-groups/find-group.ts'
import { createInvoice, sendInvoice } from '../invoices/index.ts'
import type { Invoice } from '../invoices/invoices.ts'
import { dueDateOf } from '../invoices/project-price.ts'
import type { Project } from '../projects/project.ts'
import type { Fee } from './terms.ts'

/** Bills a fee by a separate sent invoice, and publishes INVOICE_CREATED and INVOICE_SENT. The fee is its total, and who pays
 * the project's invoice pays it. */
export async function billFee(
  tx: Tx,
  { organizationId, id: projectId, customerId, createdAt }: Project,
  description: string,
  { feeAmount, currency }: Fee,
): Promise<Invoice | null> {
  if (feeAmount === 0 || currency === null || customerId === null) return null
  const lineItems = [{ description, quantity: 1, unitAmount: feeAmount }]
  const group = await findGroup(tx, organizationId, customerId, createdAt)
  const draft = await createInvoice(tx, organizationId, {
    customerId: group?.billingCustomerId ?? customerId,
    dueDate: await dueDateOf(tx, organizationId, group),
    projectId,
    currency,
    lineItems,
  })
  return sendInvoice(tx, organizationId, draft.id)
}
