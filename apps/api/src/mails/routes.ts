import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES, MAX_PUBLIC_BODY_BYTES } from '@mediajobs/domain'
import { getMailSubscription, listMails, unsubscribe } from '@mediajobs/operations/mails'
import { Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { allow, orgOf, PUBLIC } from '../vocabulary/routes.ts'
import {
  Described,
  EmptyBody,
  Id,
  Instant,
  MailKind,
  MailStatus,
  Named,
  Nullable,
  PageOf,
  PageQuery,
  SentId,
} from '../vocabulary/schemas.ts'

function filter(description: string) {
  return Type.Optional(Type.Unsafe<string>({ ...SentId, description }))
}

const MailQuery = Type.Object({
  kind: Type.Optional(Described(MailKind, 'Of this kind')),
  status: Type.Optional(Described(MailStatus, 'With this status')),
  projectId: filter('About this project'),
  customerId: filter('To this customer'),
  userId: filter('To this user'),
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
  attempts: Type.Integer({ minimum: 0 }),
  error: Nullable(
    Type.String({ description: 'Why it was not sent, or why its last attempt failed' }),
  ),
  createdAt: Instant,
  nextAttemptAt: Nullable(Instant),
  endedAt: Nullable(Instant),
})

const UnsubscribeParams = Type.Object({
  token: Type.String({ description: 'The token of the link in a mail' }),
})

const MailSubscription = Named(
  'MailSubscription',
  { organizationName: Type.String(), mailOptOut: Type.Boolean() },
  { description: 'Whether the reader of a mail gets further ones' },
)

/** RFC 8058, section 3.1: a mail program sends one of these two types. */
const ONE_CLICK_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const

const ONE_CLICK = 'List-Unsubscribe=One-Click'

const docs = operationDocs({
  listMails: {
    summary: 'List mails',
    description:
      'Lists the mails of 30 days, newest first: what was sent to whom, what waits, and what was refused and why. ' +
      'The text of a mail is not kept. Password resets are not listed. The list is empty when the service sends no mail.',
  },
  getMailSubscription: {
    summary: 'Open the link with which a customer unsubscribes',
    description:
      'Shows whether a customer still gets mails, before they unsubscribe. It changes nothing: mail scanners open links.',
  },
  unsubscribe: {
    summary: 'Unsubscribe, as a customer',
    description:
      'Stops the mails to a customer: sets their `mailOptOut` and fires CUSTOMER_UPDATED. Again: 200, and nothing changes. ' +
      'The one-click unsubscribe of RFC 8058 calls it; its body is not read. A form that a browser sends gets a page instead of JSON.',
    optionalBody: true,
    examples: { empty: {} },
    consumes: { [ONE_CLICK_TYPES[0]]: ONE_CLICK },
  },
})

const READ = allow('READ', MANAGING_ROLES)

/** What staff see of mails, and the link with which a customer unsubscribes. docs/contract.md#c14-mail */
export const mailRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/mails',
    {
      config: READ,
      schema: { ...docs.listMails, querystring: MailQuery, response: { 200: PageOf(Mail) } },
    },
    (request) => listMails(request.store.sql, orgOf(request), request.query),
  )
  await app.register(unsubscribeRoutes)
}

/** The token in the path is the only credential. */
const unsubscribeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  // docs/contract.md#c14-mail-one-click: the path says everything.
  app.addContentTypeParser([...ONE_CLICK_TYPES], { parseAs: 'buffer' }, async () => ({}))

  app.get(
    '/unsubscribe/:token',
    {
      config: PUBLIC,
      schema: {
        ...docs.getMailSubscription,
        params: UnsubscribeParams,
        response: { 200: MailSubscription },
      },
    },
    (request) => getMailSubscription(request.store.sql, request.params.token),
  )

  app.post(
    '/unsubscribe/:token',
    {
      config: PUBLIC,
      bodyLimit: MAX_PUBLIC_BODY_BYTES,
      schema: {
        ...docs.unsubscribe,
        params: UnsubscribeParams,
        body: EmptyBody,
        response: { 200: MailSubscription },
      },
    },
    (request) => request.store.transaction((tx) => unsubscribe(tx, request.params.token)),
  )
}
