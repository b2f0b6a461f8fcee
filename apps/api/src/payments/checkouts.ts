import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MAX_PAYMENT_EVENT_BYTES, MAX_PAYMENT_EVENTS, MAX_TOTAL_AMOUNT } from '@mediajobs/domain'
import { openCheckoutByToken, recordHint, verifyEvent } from '@mediajobs/operations/card-payments'
import { networkOf } from '@mediajobs/operations/credentials'
import { OperationError, tooMany } from '@mediajobs/operations/errors'
import {
  type AccountOptions,
  type AccountRow,
  findAccountByToken,
} from '@mediajobs/operations/payment-account'
import { CallWindows } from '@mediajobs/runtime'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { admitLinks } from '../plugins/link-calls.ts'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { Checkout } from '../vocabulary/orders.ts'
import { PayParams, SLOWED, tokenParams } from '../vocabulary/public.ts'
import { operationsOf, PUBLIC } from '../vocabulary/routes.ts'
import { Named } from '../vocabulary/schemas.ts'

const CheckoutBody = Named('CheckoutBody', {
  paymentAmount: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_TOTAL_AMOUNT,
      description: 'Without the tip, at most the balance. Default: the balance',
    }),
  ),
  tipAmount: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_TOTAL_AMOUNT,
      description: 'At most `paymentAmount`',
    }),
  ),
})

const EventParams = tokenParams('The token of `webhookUrl`: a secret')

const PaymentEventReceived = Named('PaymentEventReceived', {})

const docs = operationDocs({
  createCheckout: {
    summary: 'Pay an invoice, as its client',
    description:
      'Returns the payment provider’s page for an invoice. Each invoice has one open page: the same amounts return it again, other amounts close it first. The token in the path is the only credential.',
    optionalBody: true,
    problems: {
      409: 'Nothing to pay (`invoice_is_paid`, `invoice_is_voided`, `invoice_is_draft`), a payment is in progress (`payment_in_progress`), or the provider does not accept it (`card_payments_off`, `amount_not_payable`, `payment_refused`)',
      ...SLOWED,
      503: 'The database or the payment provider is unavailable: try again soon',
    },
  },
  receivePaymentEvent: {
    about: 'Where payment providers send their events.',
    summary: 'Receive an event of the payment provider',
    description:
      'Records that a payment changed; the payment itself is then read from the provider. Called only by the provider, at `webhookUrl`, with a signature over the raw body.',
    problems: {
      400: 'The signature is missing, wrong or more than 300 seconds old: `signature_invalid`',
      429: 'Too many events: `rate_limited`',
    },
  },
})

/** Card payments: the payer's call, and the provider's. */
export const checkoutRoutes: FastifyPluginAsyncTypebox<AccountOptions> = async (app, options) => {
  await app.register(payerRoutes, options)
  await app.register(eventRoutes, options)
}

const payerRoutes: FastifyPluginAsyncTypebox<AccountOptions> = async (app, options) => {
  admitLinks(app)
  const { on } = operationsOf(app)

  on(
    'POST',
    '/pay/:token/checkout',
    PUBLIC,
    { ...docs.createCheckout, params: PayParams, body: CheckoutBody, response: { 200: Checkout } },
    (request) => openCheckoutByToken(request.store, request.params.token, request.body, options),
  )
}

const eventRoutes: FastifyPluginAsyncTypebox<AccountOptions> = async (app, options) => {
  const accounts = new WeakMap<FastifyRequest, AccountRow>()
  const signed = new CallWindows(MAX_PAYMENT_EVENTS)
  // Counted by network and account: one organization's wrong secret must not stop another's events.
  const refused = new CallWindows()
  const senderOf = (request: FastifyRequest, { organizationId }: AccountRow) =>
    `${networkOf(request.ip)} ${organizationId}`

  // The signature is over the bytes as they arrive.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => body,
  )

  /** Finds the account before the body is read. */
  async function findAccount(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { token } = request.params as { token: string }
    const account = await findAccountByToken(request.store.sql, token).catch(async (error) => {
      if (error instanceof OperationError) await app.countByNetwork(request, reply)
      throw error
    })
    refuseFor(refused.waitMs(senderOf(request, account)))
    accounts.set(request, account)
  }

  app.post(
    '/payment-events/:token',
    {
      config: { ...PUBLIC, countsItself: true },
      bodyLimit: MAX_PAYMENT_EVENT_BYTES,
      onRequest: findAccount,
      schema: {
        ...docs.receivePaymentEvent,
        params: EventParams,
        response: { 200: PaymentEventReceived },
      },
    },
    async (request) => {
      const account = accounts.get(request) as AccountRow
      const { 'stripe-signature': signature } = request.headers
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = { body, signature: [signature].flat()[0] }
      const hint = await verifyEvent(account, event, options).catch((error) => {
        if (error instanceof OperationError) refused.take(senderOf(request, account))
        throw error
      })
      refuseFor(signed.take(account.organizationId))
      if (hint && hint.livemode !== account.livemode) {
        const { organizationId } = account
        const context = { requestId: request.id, organizationId, eventId: hint.eventId }
        request.log.warn(context, 'payment.event_of_other_mode')
      } else if (hint) await recordHint(request.store, account.organizationId, hint)
      return {}
    },
  )
}

function refuseFor(waitMs: number): void {
  if (waitMs <= 0) return
  throw tooMany(
    'rate_limited',
    'Too many events: send them again after the time in Retry-After.',
    Math.max(1, Math.ceil(waitMs / 1_000)),
  )
}
