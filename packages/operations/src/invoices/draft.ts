import { newId, one } from '@mediajobs/db'
import { invoices, type LineItem } from '@mediajobs/db/schema'
import type { DiscountTerms, Totals } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { type Invoice, type InvoiceInput, invoiceWriteError } from './invoice.ts'
import { checkInvoiceBytes } from './invoice-bytes.ts'
import { publishInvoice } from './invoice-events.ts'

/** A draft with its sums. */
export type PricedInvoice = Omit<InvoiceInput, 'lineItems'> &
  Totals & { lineItems: LineItem[]; discountRule: DiscountTerms | null }

/**
 * Writes a draft and publishes INVOICE_CREATED.
 *
 * @throws {OperationError} `not_found` for an unknown customer or project, `invalid` for a record that is
 *   too large.
 */
export async function insertDraft(tx: Tx, orgId: string, priced: PricedInvoice): Promise<Invoice> {
  const { lineItems, notes = null } = priced
  checkInvoiceBytes({ lineItems, notes })
  const invoice = one(
    await tx.orm
      .insert(invoices)
      .values({ ...priced, organizationId: orgId, id: newId() })
      .returning()
      .catch((error) => {
        throw invoiceWriteError(error)
      }),
    'the insert of an invoice',
  )
  publishInvoice(tx, 'INVOICE_CREATED', invoice)
  return invoice
}
