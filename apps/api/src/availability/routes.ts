import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getAvailability } from '@mediajobs/operations/availability'
import { actorOf, allow } from '../access.ts'
import { docs } from './openapi.ts'
import { Availability, AvailabilityQuery } from './schemas.ts'

export const availabilityRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/availability',
    {
      config: allow('READ'),
      schema: {
        ...docs.getAvailability,
        querystring: AvailabilityQuery,
        response: { 200: Availability },
      },
    },
    (request) => getAvailability(request.store.sql, actorOf(request).organizationId, request.query),
  )
}
