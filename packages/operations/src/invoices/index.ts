export { createInvoice, draftProjectInvoice, updateInvoice } from './drafts.ts'
export {
  getInvoice,
  type Invoice,
  type InvoiceFilters,
  type InvoiceInput,
  listInvoices,
} from './invoices.ts'
export { sendInvoice } from './moves.ts'
export { createStatement } from './statements.ts'
