import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES } from '@mediajobs/domain'
import { getMailSubscription, listMails, unsubscribe } from '@mediajobs/operations/mails'
import { Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { tokenParams } from '../vocabulary/public.ts'
import { allow, operationsOf, orgOf, PUBLIC } from '../vocabulary/routes.ts'
import {
  Described,
  EmptyBody,
  Id,
  IdFilter,
  Instant,
  Language,
  MailKind,
  MailStatus,
  Named,
  Nullable,
  PageOf,
  PageQuery,
} from '../vocabulary/schemas.ts'

const MailQuery = Type.Object({
  kind: Type.Optional(Described(MailKind, 'Of this kind')),
  status: Type.Optional(Described(MailStatus, 'With this status')),
  projectId: IdFilter('About this project'),
  customerId: IdFilter('To this customer'),
  userId: IdFilter('To this user'),
  ...PageQuery,
})

const Mail = Named('Mail', {
  id: Id,
  kind: MailKind,
  status: MailStatus,
  recipient: Type.String(),
  userId: Nullable(Id),
  customerId: Nullable(Id),
  projectId: Nullable(Id),
  deliveryId: Nullable(Id),
  revisionId: Nullable(Id),
  subscriptionId: Nullable(Id),
  invoiceId: Nullable(Id),
  paymentId: Nullable(Id),
  orderId: Nullable(Id),
  rescheduleId: Nullable(Id),
  leadId: Nullable(Id),
  attempts: Type.Integer({ minimum: 0 }),
  error: Nullable(
    Type.String({ description: 'Why it was not sent, or why the last attempt failed' }),
  ),
  createdAt: Instant,
  nextAttemptAt: Nullable(Instant),
  endedAt: Nullable(Instant),
})

const UnsubscribeParams = tokenParams('The token of the link in a mail')

const MailSubscription = Named(
  'MailSubscription',
  {
    organizationName: Type.String(),
    organizationLocale: Nullable(Type.String()),
    customerLanguage: Nullable(Language),
    mailOptOut: Type.Boolean(),
  },
  { description: 'Whether the recipient receives further mails' },
)

// Sent by mail programs (RFC 8058, section 3.1).
const ONE_CLICK_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const

const ONE_CLICK = 'List-Unsubscribe=One-Click'

const docs = operationDocs({
  listMails: {
    about: 'Mails sent for your organization.',
    summary: 'List mails',
    description:
      'Lists the mails of the last 30 days with their status, newest first, except password resets. Texts are not kept. ' +
      'Empty if the service sends no mail.',
  },
  getMailSubscription: {
    about: 'The unsubscribe link in mails to customers.',
    summary: 'Open an unsubscribe link',
    description:
      'Returns whether a customer receives mails. Changes nothing, because mail scanners open links.',
  },
  unsubscribe: {
    summary: 'Unsubscribe, as a customer',
    description:
      'Stops mails to a customer: sets `mailOptOut` and fires CUSTOMER_UPDATED. Idempotent. Supports the one-click ' +
      'unsubscribe of RFC 8058; the body is not read. Browser forms receive a page instead of JSON.',
    examples: { empty: {} },
    consumes: { [ONE_CLICK_TYPES[0]]: ONE_CLICK },
  },
})

const READ = allow('READ', MANAGING_ROLES)

/** The staff's list of mails, and the unsubscribe link. docs/contract.md#c14-mail */
export const mailRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get } = operationsOf(app)

  get(
    '/mails',
    READ,
    { ...docs.listMails, querystring: MailQuery, response: { 200: PageOf(Mail) } },
    (request) => listMails(request.store.sql, orgOf(request), request.query),
  )
  await app.register(unsubscribeRoutes)
}

/** The token in the path is the only credential. */
const unsubscribeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get, post } = operationsOf(app)

  // The body is ignored, because the path suffices: docs/contract.md#c14-mail-one-click
  app.addContentTypeParser([...ONE_CLICK_TYPES], { parseAs: 'buffer' }, async () => ({}))

  get(
    '/unsubscribe/:token',
    PUBLIC,
    { ...docs.getMailSubscription, params: UnsubscribeParams, response: { 200: MailSubscription } },
    (request) => getMailSubscription(request.store.sql, request.params.token),
  )

  post(
    '/unsubscribe/:token',
    PUBLIC,
    {
      ...docs.unsubscribe,
      params: UnsubscribeParams,
      body: EmptyBody,
      response: { 200: MailSubscription },
    },
    (tx, request) => unsubscribe(tx, request.params.token),
  )
}
