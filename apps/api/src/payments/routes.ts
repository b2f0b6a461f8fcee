import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES, PAYMENT_FIELDS, PAYMENT_STATUSES, REFUND_FIELDS } from '@mediajobs/domain'
import { exampleOf } from '@mediajobs/domain/fields'
import {
  getPayment,
  listPayments,
  listRefunds,
  refundPayment,
} from '@mediajobs/operations/payments'
import { Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { createBody, recordSchema } from '../vocabulary/record-schemas.ts'
import { actorOf, allow, contentTag, operationsOf, orgOf } from '../vocabulary/routes.ts'
import {
  Described,
  IdFilter,
  listOf,
  OneOf,
  PageOf,
  PageQuery,
  Repeatable,
  SentInstant,
} from '../vocabulary/schemas.ts'

const Payment = recordSchema('Payment', PAYMENT_FIELDS)
const Refund = recordSchema('Refund', REFUND_FIELDS)
const RefundBody = createBody('RefundBody', REFUND_FIELDS)

const PaymentQuery = Type.Object({
  invoiceId: IdFilter('Of this invoice'),
  customerId: IdFilter('Of this customer'),
  status: Type.Optional(Repeatable(OneOf(PAYMENT_STATUSES, 'PaymentStatus'), 'Any of these')),
  since: Type.Optional(SentInstant),
  until: Type.Optional(SentInstant),
  ...PageQuery,
  orderId: IdFilter('Of this order'),
  updatedSince: Type.Optional(
    Described(SentInstant, 'Changed at or after this time, also by a refund or a dispute'),
  ),
})

const docs = operationDocs({
  listPayments: {
    about: 'Money received, and its refunds.',
    summary: 'List payments',
    description: 'Lists payments, newest first: created at or after `since`, before `until`.',
  },
  getPayment: { summary: 'Get a payment', description: 'Returns one payment.' },
  refundPayment: {
    effects: ['MOVES_MONEY'],
    examples: {
      all: {},
      part: exampleOf(REFUND_FIELDS),
      cash: { refundAmount: 5_000, provider: 'MANUAL' },
    },
    summary: 'Refund a payment',
    description:
      'Refunds `refundAmount`, or the whole unrefunded amount. `provider: MANUAL` records money that was returned outside the provider; so does every refund of a MANUAL payment. Such a refund succeeds immediately; any other is PENDING until the provider completes it. Fires PAYMENT_REFUNDED once it succeeds, or PAYMENT_REFUND_FAILED: then its amount can be refunded again.',
    optionalBody: true,
    problems: { 409: 'More than the unrefunded amount: `refund_too_large`' },
  },
  listRefunds: {
    summary: 'List the refunds of a payment',
    description: 'Lists refunds, newest first, including those made at the provider.',
  },
})

const READ = allow('READ', MANAGING_ROLES)
const WRITE = allow('WRITE', MANAGING_ROLES)

export const paymentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get, post } = operationsOf(app)

  get(
    '/payments',
    READ,
    { ...docs.listPayments, querystring: PaymentQuery, response: { 200: PageOf(Payment) } },
    (request) => listPayments(request.store.sql, orgOf(request), request.query),
  )

  get(
    '/payments/:id',
    { ...READ, etag: contentTag(Payment) },
    { ...docs.getPayment, response: { 200: Payment } },
    (request) => getPayment(request.store.sql, orgOf(request), request.params.id),
  )

  post(
    '/payments/:id/refunds',
    WRITE,
    { ...docs.refundPayment, body: RefundBody, response: { 201: Refund } },
    (tx, request) => refundPayment(tx, actorOf(request), request.params.id, request.body),
  )

  get('/payments/:id/refunds', READ, { ...docs.listRefunds, ...listOf(Refund) }, (request) =>
    listRefunds(request.store.sql, orgOf(request), request.params.id, request.query),
  )
}
