import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES, MAX_PUBLIC_BODY_BYTES } from '@mediajobs/domain'
import { getMailSubscription, listMails, unsubscribe } from '@mediajobs/operations/mails'
import { actorOf, allow, PUBLIC } from '../access.ts'
import { EmptyBody, PageOf } from '../schemas.ts'
import { docs, ONE_CLICK_TYPES } from './openapi.ts'
import { Mail, MailQuery, MailSubscription, UnsubscribeParams } from './schemas.ts'

const READ = allow('READ', MANAGING_ROLES)

/** What staff see of mails, and the link with which a customer unsubscribes. docs/contract.md#c14-mail */
export const mailRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/mails',
    {
      config: READ,
      schema: { ...docs.listMails, querystring: MailQuery, response: { 200: PageOf(Mail) } },
    },
    (request) => listMails(request.store.sql, actorOf(request).organizationId, request.query),
  )
  await app.register(unsubscribeRoutes)
}

/** The token in the path is the only credential. */
const unsubscribeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  // docs/contract.md#c14-mail-one-click: what a mail program sends says nothing that the path does not say.
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
