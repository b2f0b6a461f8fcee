import { invoices } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import { changedFields } from '../changed-fields.ts'
import { conflict } from '../errors.ts'
import { checkedTotals } from '../pricing/price.ts'
import {
  type Invoice,
  type InvoiceInput,
  invoiceWriteError,
  isInvoice,
  lockInvoice,
  wholeLines,
} from './invoice.ts'
import { checkInvoiceBytes } from './invoice-bytes.ts'

/**
 * Changes a draft and its sums. A discount that it was drafted with stays the amount that it is, as
 * far as there is that much to take it off.
 *
 * @throws {OperationError} `conflict` (`invoice_not_draft`), or as in `createInvoice`.
 */
export async function updateInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  { lineItems, ...input }: Partial<InvoiceInput>,
): Promise<Invoice> {
  const before = await lockInvoice(tx, orgId, id)
  if (before.status !== 'DRAFT') {
    throw conflict(
      'invoice_not_draft',
      `The invoice is ${before.status}: only a draft can be changed.`,
    )
  }
  const lines = lineItems && wholeLines(lineItems)
  const wanted = {
    ...input,
    ...(lines && { lineItems: lines, ...checkedTotals(lines, before.discountAmount) }),
  }
  if (changedFields(before, wanted).length === 0) return before
  checkInvoiceBytes({ ...before, ...wanted }, before)
  const [invoice] = await tx.orm
    .update(invoices)
    .set({ ...wanted, updatedAt: sql`now()` })
    .where(isInvoice(orgId, id))
    .returning()
    .catch((error) => {
      throw invoiceWriteError(error)
    })
  if (!invoice) throw new Error('the update of a locked invoice answered no row')
  return invoice
}
