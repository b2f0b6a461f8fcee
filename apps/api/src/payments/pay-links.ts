import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ADDRESS_FIELDS, INVOICE_MEMBERS, MANAGING_ROLES, PAYMENT_FIELDS } from '@mediajobs/domain'
import { requestReading } from '@mediajobs/operations/card-payments'
import {
  createPayLink,
  deletePayLink,
  findPayLink,
  getPayerView,
  type PayLinkOptions,
} from '@mediajobs/operations/payments'
import { Type } from '@sinclair/typebox'
import { SHOWN_BEFORE, SHOWN_ONCE } from '../plugins/idempotency/idempotency.ts'
import { admitLinks } from '../plugins/link-calls.ts'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { PayParams, SLOWED } from '../vocabulary/public.ts'
import { recordProperties, returnedProperties } from '../vocabulary/record-schemas.ts'
import { allow, operationsOf, orgOf, PUBLIC } from '../vocabulary/routes.ts'
import { EmptyBody, Language, Named, Nullable, studioFields } from '../vocabulary/schemas.ts'

const PayLink = Named('PayLink', {
  url: Type.String({ description: 'A secret, shown once' }),
})

const { organizationId, id, customerId, projectId, method, reference, ...shownOfInvoice } =
  INVOICE_MEMBERS
const { projectIds, createdAt, updatedAt, discountRule, ...invoiceFields } = shownOfInvoice
const { number, totalAmount, currency, paidAt } = invoiceFields

const {
  status,
  paymentAmount,
  tipAmount,
  refundedAmount,
  method: paymentMethod,
  succeededAt,
} = PAYMENT_FIELDS

const ShownPayment = Named(
  'ShownPayment',
  recordProperties({
    status,
    paymentAmount,
    tipAmount,
    refundedAmount,
    method: paymentMethod,
    succeededAt,
  }),
)

const PayableInvoice = Named('PayableInvoice', {
  ...returnedProperties(invoiceFields),
  isFee: Type.Boolean({ description: 'Whether it bills a fee for a change of plan' }),
  ...recordProperties(ADDRESS_FIELDS),
  customerName: Type.String(),
  customerCompany: Nullable(Type.String()),
  customerLanguage: Nullable(Language),
  organization: Named('Payee', studioFields),
  payments: Type.Array(ShownPayment, { description: 'Received and pending, newest first' }),
  cardPayments: Type.Boolean({ description: 'Whether it can be paid by card now' }),
  paymentFailed: Type.Boolean({
    description: 'The newest payment was declined, or returned by its bank',
  }),
  deliveryUrl: Nullable(
    Type.String({ description: 'The delivery it opens, if the token is a delivery’s' }),
  ),
  previousInvoice: Nullable(
    Named('PreviousInvoice', returnedProperties({ number, totalAmount, currency, paidAt })),
  ),
})

const docs = operationDocs({
  createPayLink: {
    summary: 'Create the pay link of an invoice',
    description:
      'Returns a new link to the pay page of a SENT invoice, and revokes the previous one. The link is shown once.',
    problems: {
      409: `Nothing to pay: \`invoice_is_draft\`, \`invoice_is_paid\`, \`invoice_is_voided\`; or ${SHOWN_BEFORE}`,
    },
  },
  deletePayLink: {
    summary: 'Revoke the pay link of an invoice',
    description: 'Revokes the pay link of an invoice. Idempotent.',
  },
  getPayableInvoice: {
    about: 'The payer’s view of an invoice, by the token of its pay link.',
    summary: 'Open an invoice, as its payer',
    description:
      'Returns an invoice with its payments, as shown to its payer. The token in the path is the only credential.',
    problems: SLOWED,
  },
})

const WRITE = allow('WRITE', MANAGING_ROLES)

export const payLinkRoutes: FastifyPluginAsyncTypebox<PayLinkOptions> = async (app, options) => {
  const { post, remove } = operationsOf(app)

  post(
    '/invoices/:id/pay-link',
    { ...WRITE, ...SHOWN_ONCE },
    { ...docs.createPayLink, body: EmptyBody, response: { 201: PayLink } },
    (tx, request) => createPayLink(tx, orgOf(request), request.params.id, options),
  )

  remove('/invoices/:id/pay-link', WRITE, docs.deletePayLink, (tx, request) =>
    deletePayLink(tx, orgOf(request), request.params.id),
  )

  await app.register(payerRoutes, options)
}

const payerRoutes: FastifyPluginAsyncTypebox<PayLinkOptions> = async (app, options) => {
  admitLinks(app)
  const { get } = operationsOf(app)

  get(
    '/pay/:token',
    PUBLIC,
    { ...docs.getPayableInvoice, params: PayParams, response: { 200: PayableInvoice } },
    async (request) => {
      const { sql } = request.store
      const { token } = request.params
      const link = await findPayLink(sql, token)
      const view = await getPayerView(sql, token, link, options)
      // The provider's redirect proves no payment, so it's read from the provider. The next view shows the outcome.
      if (view.status === 'SENT') await requestReading(request.store, link)
      return view
    },
  )
}
