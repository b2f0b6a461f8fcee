import type { Tx } from '@mediajobs/outbox'
import { discounted } from '../pricing/price.ts'
import { insertDraft } from './draft.ts'
import { type Invoice, type InvoiceInput, wholeLines } from './invoice.ts'

/**
 * Drafts an invoice, which has no discount, and publishes INVOICE_CREATED.
 *
 * @throws {OperationError} `not_found` for a customer or a project that is not there, `invalid` when
 *   the lines come to too much.
 */
export async function createInvoice(tx: Tx, orgId: string, input: InvoiceInput): Promise<Invoice> {
  const lineItems = wholeLines(input.lineItems)
  const totals = discounted(lineItems, null)
  return insertDraft(tx, orgId, { ...input, ...totals, lineItems })
}
