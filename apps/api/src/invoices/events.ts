import type { EventSchemas } from '../event-schemas.ts'
import { Id, Instant } from '../schemas.ts'
import { Invoice } from './schemas.ts'

const ofInvoice = { occurredAt: Instant, invoiceId: Id, invoice: Invoice }

/** The payloads of the events of invoices. */
export const invoiceEvents = {
  INVOICE_CREATED: ofInvoice,
  INVOICE_SENT: ofInvoice,
  INVOICE_PAID: ofInvoice,
  INVOICE_VOIDED: ofInvoice,
} satisfies Partial<EventSchemas>
