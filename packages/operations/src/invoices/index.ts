export { createInvoice, draftProjectInvoice, updateInvoice } from './drafts.ts'
export {
  getInvoice,
  type Invoice,
  type InvoiceFilters,
  type InvoiceInput,
  listInvoices,
  sendInvoice,
} from './invoices.ts'
export { createStatement } from './statements.ts'
