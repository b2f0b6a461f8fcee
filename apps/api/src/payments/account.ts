import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MAX_PROVIDER_SECRET_LENGTH, PROVIDER_ACCOUNT_STATES } from '@mediajobs/domain'
import { removePaymentAccount } from '@mediajobs/operations/card-payments'
import {
  type AccountOptions,
  getPaymentAccount,
  putPaymentAccount,
} from '@mediajobs/operations/payment-account'
import { Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { allow, contentTag, ifMatchOf, operationsOf, orgOf } from '../vocabulary/routes.ts'
import { Instant, Named, Nullable, OneOf } from '../vocabulary/schemas.ts'

const Provider = OneOf(['STRIPE'], 'PaymentAccountProvider')
const Masked = Type.String({ description: 'Always `********`' })

const PaymentAccount = Named('PaymentAccount', {
  provider: Provider,
  secretKey: Masked,
  webhookSecret: Nullable(Masked),
  webhookUrl: Type.String({
    description:
      'Where the provider sends its events. Register it there, then send `webhookSecret`',
  }),
  livemode: Nullable(Type.Boolean({ description: 'Whether the key takes real money (live mode)' })),
  accountName: Nullable(Type.String()),
  state: OneOf(PROVIDER_ACCOUNT_STATES, 'PaymentAccountState'),
  createdAt: Instant,
  updatedAt: Instant,
})

const secret = {
  type: 'string',
  minLength: 1,
  maxLength: MAX_PROVIDER_SECRET_LENGTH,
  pattern: '^[!-~]+$',
  patternSentence: 'must be visible ASCII characters without spaces',
} as const

const PutPaymentAccountBody = Named('PutPaymentAccountBody', {
  provider: Provider,
  secretKey: Type.Unsafe<string>({
    ...secret,
    description: 'A restricted key. Encrypted, and never shown. `********` keeps the stored one',
  }),
  webhookSecret: Type.Optional(
    Nullable(
      Type.Unsafe<string>({
        ...secret,
        description:
          'Verifies the provider’s events. Kept if omitted. The previous one works until the next change; null removes both',
      }),
    ),
  ),
})

const PROVIDER_AWAY = 'The database or the payment provider is unavailable: try again soon'

const docs = operationDocs({
  getPaymentAccount: {
    summary: 'Get the payment account',
    description:
      'Returns the organization’s own account at a payment provider, without its secrets. `state` KEY_REFUSED: the provider no longer accepts the key.',
  },
  putPaymentAccount: {
    effects: ['MOVES_MONEY'],
    summary: 'Connect a payment account',
    description:
      'Connects the organization’s own account at a payment provider, or changes its secrets. The key is checked with the provider: a refused one is a 400. A new key must be able to read the open payments.',
    problems: {
      409: 'Open payments belong to another account or mode: `payments_open`',
      503: PROVIDER_AWAY,
    },
  },
  deletePaymentAccount: {
    summary: 'Disconnect the payment account',
    description:
      'Closes the open payment pages, then deletes the account and its secrets. Payments stay on record, but can no longer be refunded here.',
    problems: {
      409: 'A bank is still processing a payment: `payments_open`',
      503: PROVIDER_AWAY,
    },
  },
})

const ADMINS = allow('ADMIN', ['ADMIN'])
const etag = contentTag(PaymentAccount)

export const paymentAccountRoutes: FastifyPluginAsyncTypebox<AccountOptions> = async (
  app,
  options,
) => {
  const { get, on } = operationsOf(app)

  get(
    '/organization/payment-account',
    { ...ADMINS, etag },
    { ...docs.getPaymentAccount, querystring: Type.Object({}), response: { 200: PaymentAccount } },
    (request) => getPaymentAccount(request.store.sql, orgOf(request), options),
  )

  on(
    'PUT',
    '/organization/payment-account',
    { ...ADMINS, etag },
    { ...docs.putPaymentAccount, body: PutPaymentAccountBody, response: { 200: PaymentAccount } },
    (request) =>
      putPaymentAccount(request.store, orgOf(request), request.body, options, ifMatchOf(request)),
  )

  on(
    'DELETE',
    '/organization/payment-account',
    { ...ADMINS, etag },
    docs.deletePaymentAccount,
    (request) => removePaymentAccount(request.store, orgOf(request), options, ifMatchOf(request)),
  )
}
