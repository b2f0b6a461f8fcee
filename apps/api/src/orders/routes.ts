import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES, MAX_REFUND_REASON_LENGTH, ORDER_MEMBERS } from '@mediajobs/domain'
import { confirmRequest, declineRequest, listOrders } from '@mediajobs/operations/orders'
import { Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { returnedProperties } from '../vocabulary/record-schemas.ts'
import { actorOf, allow, operationsOf, orgOf } from '../vocabulary/routes.ts'
import {
  EmptyBody,
  IdFilter,
  Line,
  Named,
  Nullable,
  OrderStatus,
  PageOf,
  PageQuery,
  Repeatable,
  SentId,
} from '../vocabulary/schemas.ts'

const Order = Named('Order', returnedProperties(ORDER_MEMBERS))

const OrderQuery = Type.Object({
  id: Type.Optional(Repeatable(SentId, 'These orders')),
  status: Type.Optional(Repeatable(OrderStatus, 'Any of these')),
  formId: IdFilter('Of this order form'),
  projectId: IdFilter('The order of this project'),
  ...PageQuery,
})

const DeclineBody = Named('DeclineOrderBody', {
  reason: Type.Optional(Nullable(Line(MAX_REFUND_REASON_LENGTH))),
})

const DECIDED = 'The order is not REQUESTED: `order_decided`'

const docs = operationDocs({
  listOrders: {
    about:
      'Orders placed by clients. Staff confirm or decline them; a client follows an order by its token.',
    summary: 'List orders',
    description:
      'Lists orders, newest first, excluding holds without an order. To read one, filter by `id`.',
  },
  confirmOrder: {
    effects: ['SENDS_MAIL'],
    summary: 'Confirm an order',
    description:
      'Confirms a REQUESTED order: creates its customer, project and sent invoice in one step. If its slot was taken meanwhile, the project has no technician, and `orderConflict` is true. Fires CUSTOMER_CREATED, PROJECT_CREATED, PROJECT_ASSIGNED, INVOICE_CREATED and INVOICE_SENT, where they apply, INVOICE_PAID if it was paid, then ORDER_PLACED. A no-op for a CONFIRMED one.',
    problems: { 409: DECIDED },
  },
  declineOrder: {
    effects: ['SENDS_MAIL', 'MOVES_MONEY'],
    examples: { plain: {}, reason: { reason: 'We do not serve this area' } },
    summary: 'Decline an order',
    description:
      'Declines a REQUESTED order and refunds it in full. The mail to its client includes the `reason`. Fires ORDER_DECLINED. A no-op for a DECLINED one.',
    optionalBody: true,
    problems: { 409: DECIDED },
  },
})

const READ = allow('READ', MANAGING_ROLES)
const WRITE = allow('WRITE', MANAGING_ROLES)

/** Orders, for staff. */
export const orderRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get, post } = operationsOf(app)

  get(
    '/orders',
    READ,
    { ...docs.listOrders, querystring: OrderQuery, response: { 200: PageOf(Order) } },
    (request) => listOrders(request.store.sql, orgOf(request), request.query),
  )

  post(
    '/orders/:id/confirm',
    WRITE,
    { ...docs.confirmOrder, body: EmptyBody, response: { 200: Order } },
    (tx, request) => confirmRequest(tx, actorOf(request), request.params.id),
  )

  post(
    '/orders/:id/decline',
    WRITE,
    { ...docs.declineOrder, body: DeclineBody, response: { 200: Order } },
    (tx, request) => declineRequest(tx, actorOf(request), request.params.id, request.body),
  )
}
