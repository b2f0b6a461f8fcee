import type { Tx } from '@mediajobs/outbox'
import { discounted } from '../pricing/price.ts'
import { insertDraft } from './draft.ts'
import { type Invoice, type InvoiceInput, wholeLines } from './invoice.ts'

/**
 * Drafts an invoice without a discount, and publishes INVOICE_CREATED.
 *
 * @throws {OperationError} `not_found` for an unknown customer or project, `invalid` when the sum of the
 *   lines is too large.
 */
export async function createInvoice(tx: Tx, orgId: string, input: InvoiceInput): Promise<Invoice> {
  const lineItems = wholeLines(input.lineItems)
  const totals = discounted(lineItems, null)
  return insertDraft(tx, orgId, { ...input, ...totals, lineItems })
}
