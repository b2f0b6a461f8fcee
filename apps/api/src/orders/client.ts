import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  openOrderCheckout,
  placeOrder,
  readOrderPayment,
} from '@mediajobs/operations/card-payments'
import {
  cancelOrder,
  findOrder,
  getClientOrder,
  getOrderSlots,
  organizationOfForm,
  rescheduleOrder,
} from '@mediajobs/operations/orders'
import type { AccountOptions } from '@mediajobs/operations/payment-account'
import type { PayLinkOptions } from '@mediajobs/operations/payments'
import type { FastifyRequest } from 'fastify'
import { admitLinks } from '../plugins/link-calls.ts'
import { EXAMPLE_ID, operationDocs } from '../vocabulary/operation-docs.ts'
import { Checkout, Slots, takeTurnsAtForms } from '../vocabulary/orders.ts'
import { admitCustomers, callerOf } from '../vocabulary/portal.ts'
import { FeeChanged } from '../vocabulary/problems.ts'
import { PublicIdParams, SLOWED } from '../vocabulary/public.ts'
import { operationsOf, PUBLIC } from '../vocabulary/routes.ts'
import { EmptyBody } from '../vocabulary/schemas.ts'
import {
  CancelOrderBody,
  ClientOrder,
  OrderParams,
  OrderRefused,
  PlacedOrder,
  PlaceOrderBody,
  PlacePortalOrderBody,
  RescheduleOrderBody,
} from './client-schemas.ts'

const NO_ANSWER = 'The database or the payment provider is unavailable: try again soon'
const NOT_PAYABLE =
  'a payment is in progress (`payment_in_progress`), or the provider does not accept it (`card_payments_off`, `amount_not_payable`, `payment_refused`)'

const NOT_NOW =
  'It is too late, or clients can’t make changes (`change_too_late`), the project is CANCELLED (`project_cancelled`) or was delivered (`already_delivered`), the order is not confirmed (`order_not_confirmed`), the fee has changed (`fee_changed`, with `fee`)'

const docs = operationDocs({
  placeOrder: {
    examples: {
      order: {
        holdToken: 'the `holdToken` of a hold',
        selection: { packageId: EXAMPLE_ID, addOnIds: [EXAMPLE_ID], discountCode: 'SPRING' },
        propertySize: 1_850,
        address: { addressLine1: '1 Main Street', city: 'Springfield', postalCode: '62701' },
        answers: { pets: 'NO' },
        customer: { name: 'Ann Agent', email: 'ann@example.com', phone: '+1 555 0100' },
        acceptedTerms: true,
      },
    },
    summary: 'Order at a held time, as a client',
    description:
      'Turns a hold into an order. The hold is its idempotency key: a repeat returns the same order. The amount due is paid at `checkoutUrl`, which extends the hold to 35 minutes; then the order is CONFIRMED, or REQUESTED if staff confirm orders. If nothing is due, this happens immediately. Fires CUSTOMER_CREATED, PROJECT_CREATED, PROJECT_ASSIGNED, PROJECT_STATUS_CHANGED, INVOICE_CREATED and INVOICE_SENT, where they apply, then ORDER_PLACED; or ORDER_REQUESTED alone.',
    problems: {
      ...SLOWED,
      409: `The time is no longer held (\`hold_expired\`) or was taken (\`slot_taken\`), the price has changed (\`price_changed\`, with \`quote\`), the hold was used for other details (\`order_placed\`), ${NOT_PAYABLE}`,
      503: NO_ANSWER,
    },
  },
  placePortalOrder: {
    examples: {
      order: {
        holdToken: 'the `holdToken` of a hold',
        selection: { packageId: EXAMPLE_ID, addOnIds: [EXAMPLE_ID] },
        propertySize: 1_850,
        address: { addressLine1: '1 Main Street', city: 'Springfield', postalCode: '62701' },
        answers: { pets: 'NO' },
        language: 'es',
        acceptedTerms: true,
      },
    },
    summary: 'Order at a held time, as a signed-in customer',
    description:
      'Turns a hold into the customer’s order, at the prices of their group. Name, email and phone are the customer’s, and so is `language` (of pages and mails) unless sent. If the group’s terms are ON_DELIVERY or NET_DAYS, nothing is due with the order. The group at the confirmation decides who gets the invoice and when it is due. Fires the events of `POST /book/{publicId}/orders`; the customer is never new.',
    needsPortal: true,
    problems: {
      404: 'The hold or the form is unknown, or of another organization: `not_found`',
      409: `The time is no longer held (\`hold_expired\`) or was taken (\`slot_taken\`), the price has changed (\`price_changed\`, with \`quote\`), the hold was used for other details (\`order_placed\`), ${NOT_PAYABLE}`,
      503: NO_ANSWER,
    },
  },
  getClientOrder: {
    summary: 'Open an order, as its client',
    description:
      'Returns an order as shown to its client: its status, selection and payments. The token in the path is the only credential.',
    problems: SLOWED,
  },
  createOrderCheckout: {
    summary: 'Pay for an order, as its client',
    description:
      'Returns the payment provider’s page for the amount due on a PAYMENT_DUE order: the open one, or a new one.',
    problems: {
      ...SLOWED,
      409: `Nothing to pay (\`order_decided\`), the time is no longer held (\`hold_expired\`), ${NOT_PAYABLE}`,
      503: NO_ANSWER,
    },
  },
  rescheduleOrder: {
    examples: { later: { startsAt: '2026-05-04T09:30:00Z', expectedFeeAmount: 0 } },
    summary: 'Move the appointment of an order, as its client',
    description:
      'Moves the appointment to another slot of the form, on the terms the client accepted; `change` of the order has the deadline and the fee. Payments stay. A fee is a separate invoice. Fires PROJECT_RESCHEDULED, and PROJECT_ASSIGNED if the technician changes. The same time is a no-op.',
    problems: {
      ...SLOWED,
      409: `${NOT_NOW}; the slot was taken (\`slot_taken\`)`,
    },
  },
  listOrderSlots: {
    summary: 'List the times to which an order can move, as its client',
    description:
      'Lists the form’s free slots for the shoot of an order, earliest first. Empty unless its client may reschedule.',
    problems: SLOWED,
  },
  cancelOrder: {
    examples: { cancel: { expectedFeeAmount: 0 } },
    summary: 'Cancel an order, as its client',
    description:
      'Cancels the project of an order, on the terms the client accepted. Payments are refunded, less the fee. Fires PROJECT_STATUS_CHANGED and the payment events. A repeat is a no-op.',
    problems: {
      ...SLOWED,
      409: `${NOT_NOW}; a bank is processing a payment (\`payment_in_progress\`)`,
    },
  },
})

/**
 * A client's order. The credential is the hold, then the token in the path; with a session it is a customer's order.
 */
export const clientOrderRoutes: FastifyPluginAsyncTypebox<AccountOptions & PayLinkOptions> = async (
  app,
  options,
) => {
  await app.register(tokenRoutes, options)
  await app.register(customerRoutes, options)
}

/** docs/contract.md#c22-book */
const customerRoutes: FastifyPluginAsyncTypebox<AccountOptions> = async (app, options) => {
  admitCustomers(app)
  operationsOf(app).on(
    'POST',
    '/portal/book/:publicId/orders',
    PUBLIC,
    {
      ...docs.placePortalOrder,
      params: PublicIdParams,
      body: PlacePortalOrderBody,
      response: { 201: PlacedOrder, 409: OrderRefused },
    },
    (request) => {
      const { store, params, body, ip: callerAddress } = request
      const caller = callerOf(request)
      takeTurnsAtForms(request, caller.organizationId)
      const input = { ...body, caller, callerAddress }
      return placeOrder(store, params.publicId, input, options)
    },
  )
}

const tokenRoutes: FastifyPluginAsyncTypebox<AccountOptions & PayLinkOptions> = async (
  app,
  options,
) => {
  admitLinks(app)
  const { on, get } = operationsOf(app)
  on(
    'POST',
    '/book/:publicId/orders',
    PUBLIC,
    {
      ...docs.placeOrder,
      params: PublicIdParams,
      body: PlaceOrderBody,
      response: { 201: PlacedOrder, 409: OrderRefused },
    },
    async (request) => {
      const { store, params, body, ip: callerAddress } = request
      const organizationId = await organizationOfForm(store.quick, params.publicId)
      if (organizationId !== null) takeTurnsAtForms(request, organizationId)
      return placeOrder(store, params.publicId, { ...body, callerAddress }, options)
    },
  )

  get(
    '/orders/:token',
    PUBLIC,
    { ...docs.getClientOrder, params: OrderParams, response: { 200: ClientOrder } },
    async (request) => {
      const { token } = request.params
      const order = await getClientOrder(request.store.sql, token, options)
      // The provider's redirect proves no payment, so it's read from the provider. The next view shows the outcome.
      if (order.status === 'PAYMENT_DUE') await readOrderPayment(request.store, token)
      return order
    },
  )

  on(
    'POST',
    '/orders/:token/checkout',
    PUBLIC,
    {
      ...docs.createOrderCheckout,
      params: OrderParams,
      body: EmptyBody,
      response: { 200: Checkout },
    },
    (request) => openOrderCheckout(request.store, request.params.token, options),
  )

  get(
    '/orders/:token/slots',
    PUBLIC,
    { ...docs.listOrderSlots, params: OrderParams, response: { 200: Slots } },
    async (request) => {
      const order = await orderOf(request, request.params.token)
      return { data: await getOrderSlots(request.store.sql, order) }
    },
  )

  on(
    'POST',
    '/orders/:token/reschedule',
    PUBLIC,
    {
      ...docs.rescheduleOrder,
      params: OrderParams,
      body: RescheduleOrderBody,
      response: { 200: ClientOrder, 409: FeeChanged },
    },
    async (request) => {
      const { store, params, body } = request
      const order = await orderOf(request, params.token)
      await store.transaction((tx) => rescheduleOrder(tx, order, body))
      return getClientOrder(store.sql, params.token, options)
    },
  )

  on(
    'POST',
    '/orders/:token/cancel',
    PUBLIC,
    {
      ...docs.cancelOrder,
      params: OrderParams,
      body: CancelOrderBody,
      response: { 200: ClientOrder, 409: FeeChanged },
    },
    async (request) => {
      const { store, params, body } = request
      const order = await orderOf(request, params.token)
      await store.transaction((tx) => cancelOrder(tx, order, body))
      return getClientOrder(store.sql, params.token, options)
    },
  )
}

/** The token's order. Its client takes turns with those of the organization's forms. */
async function orderOf(request: FastifyRequest, token: string) {
  const order = await findOrder(request.store.quick, token)
  takeTurnsAtForms(request, order.organizationId)
  return order
}
