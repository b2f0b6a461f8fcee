import type { Tx } from '@mediajobs/outbox'
import { publishEvent } from '../publish-event.ts'
import type { Invoice } from './invoice.ts'

/** Publishes that an invoice was created or moved. */
export function publishInvoice(
  tx: Tx,
  name: 'INVOICE_CREATED' | 'INVOICE_SENT' | 'INVOICE_PAID' | 'INVOICE_VOIDED',
  invoice: Invoice,
): void {
  publishEvent(tx, invoice.organizationId, name, {
    occurredAt: invoice.updatedAt,
    invoiceId: invoice.id,
    invoice,
  })
}
