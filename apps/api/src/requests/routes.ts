import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES } from '@mediajobs/domain'
import { listRequests } from '@mediajobs/operations/requests'
import { actorOf, allow } from '../access.ts'
import { PageOf } from '../schemas.ts'
import { docs } from './openapi.ts'
import { LoggedRequest, RequestQuery } from './schemas.ts'

export const requestRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/requests',
    {
      config: allow('WEBHOOKS', MANAGING_ROLES),
      schema: {
        ...docs.listRequests,
        querystring: RequestQuery,
        response: { 200: PageOf(LoggedRequest) },
      },
    },
    (request) => listRequests(request.store.sql, actorOf(request).organizationId, request.query),
  )
}
