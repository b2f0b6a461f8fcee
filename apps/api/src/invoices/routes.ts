import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES, MAX_INVOICE_LINES } from '@mediajobs/domain'
import {
  createInvoice,
  createStatement,
  draftProjectInvoice,
  getInvoice,
  listInvoices,
  sendInvoice,
  updateInvoice,
} from '@mediajobs/operations/invoices'
import { payInvoice, voidInvoice } from '@mediajobs/operations/payments'
import { quotePrice } from '@mediajobs/operations/pricing'
import { EXAMPLE_ID, operationDocs } from '../vocabulary/operation-docs.ts'
import { allow, contentTag, ifMatchOf, operationsOf, orgOf } from '../vocabulary/routes.ts'
import { EmptyBody, PageOf } from '../vocabulary/schemas.ts'
import {
  CreateInvoiceBody,
  Invoice,
  InvoiceQuery,
  PayInvoiceBody,
  Quote,
  QuoteBody,
  Statement,
  StatementBody,
  UpdateInvoiceBody,
} from './schemas.ts'

const noMove = (...statuses: string[]) =>
  `The status of the invoice does not allow it: ${statuses.map((status) => `\`invoice_is_${status}\``).join(', ')}`

const docs = operationDocs({
  createInvoice: {
    about: 'Invoices, from draft to sent, paid or void.',
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
      'Creates a DRAFT invoice without a number. Tax is rounded half up per line. Fires INVOICE_CREATED.',
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
    description:
      'Changes a DRAFT invoice. `lineItems` replaces all lines. A statement keeps its `projectIds`.',
    problems: { 409: 'The invoice is not a draft: `invoice_not_draft`' },
  },
  sendInvoice: {
    effects: ['SENDS_MAIL'],
    summary: 'Mark an invoice as sent',
    description:
      'Moves an invoice DRAFT → SENT and gives it the next number, without gaps. Fires INVOICE_SENT.',
    problems: { 409: noMove('sent', 'paid', 'voided') },
  },
  payInvoice: {
    effects: ['MOVES_MONEY'],
    examples: {
      plain: {},
      part: { paymentAmount: 10_000, method: 'cash' },
      transfer: { paidAt: '2026-05-20T08:00:00Z', method: 'transfer', reference: 'E2E-0042' },
    },
    summary: 'Mark an invoice as paid',
    description:
      'Records money received outside the service: `paymentAmount`, or the whole balance. Any excess stays unapplied. Once the balance is 0, the invoice moves SENT → PAID. Fires PAYMENT_SUCCEEDED, then INVOICE_PAID if this payment settled it.',
    optionalBody: true,
    problems: { 409: noMove('draft', 'paid', 'voided') },
  },
  voidInvoice: {
    effects: ['MOVES_MONEY'],
    summary: 'Void an invoice',
    description:
      'Moves an invoice from DRAFT or SENT to VOIDED, and closes its open payment page. The projects of a statement can be billed again. Fires INVOICE_VOIDED.',
    problems: {
      409: `${noMove('paid', 'voided')}; or it has payments: \`invoice_has_payments\``,
    },
  },
  draftProjectInvoice: {
    summary: 'Draft the invoice of a project',
    description:
      'Creates a DRAFT invoice from the package, add-ons and discount of a project, and the fee of its travel zone, which must share one currency. Each line has the tax rate of its offer, otherwise the organization’s. The customer’s group decides prices, who pays, and when. Fires INVOICE_CREATED.',
    problems: {
      409: 'The project has an invoice that is neither void nor fully refunded: `project_has_invoice`',
    },
  },
  quotePrice: {
    about: 'Price quotes.',
    examples: {
      booking: {
        customerId: EXAMPLE_ID,
        packageId: EXAMPLE_ID,
        selectedAddOnIds: [EXAMPLE_ID],
        discountCode: 'SPRING',
        propertySize: 1_850,
        postalCode: '62701',
        lat: 39.8017,
        lng: -89.6436,
      },
    },
    summary: 'Quote a price',
    description:
      'Returns the lines and totals of an invoice for these choices, and the length of the shoot, without creating anything. Offers with `sizeTiers` need `propertySize`; above their last tier it is a 400 `no_price_for_size`. The fee of the travel zone at `postalCode`, or at `lat` and `lng`, is the last line. For a `customerId`, the prices and the discount of their group apply.',
  },
  createStatement: {
    examples: { month: { from: '2026-05-01', to: '2026-05-31' } },
    summary: 'Draft a statement for a customer group',
    description:
      `Creates one DRAFT invoice for the group’s billing customer: the projects delivered on these days, in the organization’s time zone, that have no invoice in force (neither void nor fully refunded). Earliest first, up to ${MAX_INVOICE_LINES} lines, in one currency: ` +
      '`leftOut` lists the others, which go on the next statement, and those without a price. Amounts include discounts. Fires INVOICE_CREATED.',
    problems: {
      409: 'The group bills its members: `group_bills_members`; no project to bill: `nothing_to_bill`',
    },
  },
})

const READ = allow('READ', MANAGING_ROLES)
const WRITE = allow('WRITE', MANAGING_ROLES)
const etag = contentTag(Invoice)
/** Changes nothing: a POST only because it has a body. */
const QUOTE = allow('READ')

export const invoiceRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { on, get, post, patch } = operationsOf(app)

  post(
    '/invoices',
    { ...WRITE, etag },
    { ...docs.createInvoice, body: CreateInvoiceBody, response: { 201: Invoice } },
    (tx, request) => createInvoice(tx, orgOf(request), request.body),
  )

  get(
    '/invoices',
    READ,
    { ...docs.listInvoices, querystring: InvoiceQuery, response: { 200: PageOf(Invoice) } },
    (request) => listInvoices(request.store.sql, orgOf(request), request.query),
  )

  get(
    '/invoices/:id',
    { ...READ, etag },
    { ...docs.getInvoice, response: { 200: Invoice } },
    (request) => getInvoice(request.store.sql, orgOf(request), request.params.id),
  )

  patch(
    '/invoices/:id',
    { ...WRITE, etag },
    { ...docs.updateInvoice, body: UpdateInvoiceBody, response: { 200: Invoice } },
    (tx, request) =>
      updateInvoice(tx, orgOf(request), request.params.id, request.body, ifMatchOf(request)),
  )

  await app.register(invoiceMoveRoutes)

  post(
    '/customer-groups/:id/statements',
    WRITE,
    { ...docs.createStatement, body: StatementBody, response: { 201: Statement } },
    (tx, request) => createStatement(tx, orgOf(request), request.params.id, request.body),
  )

  on(
    'POST',
    '/pricing/quote',
    QUOTE,
    { ...docs.quotePrice, body: QuoteBody, response: { 200: Quote } },
    (request) => quotePrice(request.store.sql, orgOf(request), request.body),
  )
}

const invoiceMoveRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { post } = operationsOf(app)

  const moves = [
    ['send', sendInvoice, docs.sendInvoice],
    ['void', voidInvoice, docs.voidInvoice],
  ] as const
  for (const [verb, move, operationDocs] of moves) {
    post(
      `/invoices/:id/${verb}`,
      { ...WRITE, etag },
      { ...operationDocs, body: EmptyBody, response: { 200: Invoice } },
      (tx, request) => move(tx, orgOf(request), request.params.id, ifMatchOf(request)),
    )
  }

  post(
    '/invoices/:id/pay',
    { ...WRITE, etag },
    { ...docs.payInvoice, body: PayInvoiceBody, response: { 200: Invoice } },
    (tx, request) =>
      payInvoice(tx, orgOf(request), request.params.id, request.body, ifMatchOf(request)),
  )

  post(
    '/projects/:id/invoice',
    { ...WRITE, etag },
    { ...docs.draftProjectInvoice, body: EmptyBody, response: { 201: Invoice } },
    (tx, request) => draftProjectInvoice(tx, orgOf(request), request.params.id),
  )
}
