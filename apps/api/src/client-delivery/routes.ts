import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MAX_REVISION_BODY_BYTES } from '@mediajobs/domain'
import {
  admitClient,
  approveByToken,
  countView,
  type DeliveryLinks,
  getClientDelivery,
  requestRevisionByToken,
} from '@mediajobs/operations/client-deliveries'
import { Type } from '@sinclair/typebox'
import { PUBLIC } from '../access.ts'
import { RevisionBody } from '../revision-items.ts'
import { EmptyBody, TokenParams } from '../schemas.ts'
import { docs } from './openapi.ts'
import { ClientDelivery } from './schemas.ts'

/** The routes for the client of a project. The token in the path is their only credential. */
export const clientDeliveryRoutes: FastifyPluginAsyncTypebox<DeliveryLinks> = async (
  app,
  links,
) => {
  app.addHook('onRequest', async (request, reply) => {
    // The same address responds to browsers with a page.
    reply.vary('Accept')
    await admitClient(request.store.sql, request.ip)
  })

  app.get(
    '/deliveries/:token',
    {
      config: PUBLIC,
      schema: { ...docs.getDelivery, params: TokenParams, response: { 200: ClientDelivery } },
    },
    (request) => getClientDelivery(request.store.sql, request.params.token, links),
  )

  app.post(
    '/deliveries/:token/views',
    {
      config: PUBLIC,
      schema: {
        ...docs.countView,
        params: TokenParams,
        body: EmptyBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await request.store.transaction((tx) => countView(tx, request.params.token))
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/deliveries/:token/approve',
    {
      config: PUBLIC,
      schema: {
        ...docs.approveDelivery,
        params: TokenParams,
        body: EmptyBody,
        response: { 200: ClientDelivery },
      },
    },
    (request) => request.store.transaction((tx) => approveByToken(tx, request.params.token, links)),
  )

  app.post(
    '/deliveries/:token/request-revision',
    {
      config: PUBLIC,
      bodyLimit: MAX_REVISION_BODY_BYTES,
      schema: {
        ...docs.requestRevision,
        params: TokenParams,
        body: RevisionBody,
        response: { 200: ClientDelivery },
      },
    },
    (request) => {
      const { token } = request.params
      return request.store.transaction((tx) =>
        requestRevisionByToken(tx, token, request.body, links),
      )
    },
  )
}
