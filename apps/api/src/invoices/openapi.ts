import { EXAMPLE_ID, operationDocs } from '../operation-docs.ts'

const NO_MOVE = 'The status of the invoice does not allow it: `invoice_is_<status>`'

export const docs = operationDocs({
  createInvoice: {
    examples: {
      one: {
        customerId: EXAMPLE_ID,
        currency: 'USD',
        lineItems: [
          { description: 'Photos', quantity: 1, unitAmount: 25_000, taxBasisPoints: 810 },
        ],
        projectId: EXAMPLE_ID,
        dueDate: '2026-05-31',
        notes: 'Thank you',
      },
    },
    summary: 'Draft an invoice',
    description:
      'Creates an invoice as a DRAFT without a number. Tax is rounded half up on each line. Fires INVOICE_CREATED.',
  },
  listInvoices: { summary: 'List invoices', description: 'Lists invoices, newest first.' },
  getInvoice: {
    summary: 'Get an invoice',
    description: 'Returns an invoice with its lines and totals.',
  },
  updateInvoice: {
    examples: {
      lines: {
        lineItems: [
          { description: 'Photos', quantity: 1, unitAmount: 25_000, taxBasisPoints: 810 },
        ],
        notes: null,
      },
    },
    summary: 'Change a draft',
    description: 'Changes an invoice while it is a DRAFT. `lineItems` replaces all lines.',
    problems: { 409: 'It is not a draft any more: `invoice_not_draft`' },
  },
  sendInvoice: {
    summary: 'Mark an invoice as sent',
    description:
      'Moves an invoice DRAFT → SENT and gives it the next number, without gaps. Fires INVOICE_SENT.',
    optionalBody: true,
    problems: { 409: NO_MOVE },
  },
  payInvoice: {
    examples: {
      plain: {},
      transfer: { paidAt: '2026-05-20T08:00:00Z', method: 'transfer', reference: 'E2E-0042' },
    },
    summary: 'Mark an invoice as paid',
    description:
      'Moves an invoice SENT → PAID, as paid outside of the service. Fires INVOICE_PAID.',
    optionalBody: true,
    problems: { 409: NO_MOVE },
  },
  voidInvoice: {
    summary: 'Void an invoice',
    description: 'Moves an invoice from DRAFT or SENT to VOIDED. Fires INVOICE_VOIDED.',
    optionalBody: true,
    problems: { 409: NO_MOVE },
  },
  draftProjectInvoice: {
    summary: 'Draft the invoice of a project',
    description:
      'Creates a DRAFT invoice from the package, add-ons and discount of a project, which must share one currency. Fires INVOICE_CREATED.',
    optionalBody: true,
    problems: { 409: 'The project has an invoice that is not void: `project_has_invoice`' },
  },
  quotePrice: {
    examples: {
      booking: { packageId: EXAMPLE_ID, selectedAddOnIds: [EXAMPLE_ID], discountCode: 'SPRING' },
    },
    summary: 'Quote a price',
    description:
      'Returns the lines and sums that an invoice for these choices would have and the length of the shoot, and creates nothing.',
  },
})
