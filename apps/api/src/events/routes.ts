import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES } from '@mediajobs/domain'
import { getEvent, listEvents } from '@mediajobs/operations/events'
import { actorOf, allow } from '../vocabulary/access.ts'
import { contentTag } from '../vocabulary/etags.ts'
import { IdParams, PageOf } from '../vocabulary/schemas.ts'
import { docs } from './openapi.ts'
import { EventQuery, LoggedEvent } from './schemas.ts'

// Payloads contain delivery tokens (docs/contract.md#c2-access-webhooks).
const MANAGE = allow('WEBHOOKS', MANAGING_ROLES)

export const eventRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/events',
    {
      config: MANAGE,
      schema: {
        ...docs.listEvents,
        querystring: EventQuery,
        response: { 200: PageOf(LoggedEvent) },
      },
    },
    (request) => listEvents(request.store.sql, actorOf(request).organizationId, request.query),
  )

  app.get(
    '/events/:id',
    {
      config: { ...MANAGE, etag: contentTag(LoggedEvent) },
      schema: { ...docs.getEvent, params: IdParams, response: { 200: LoggedEvent } },
    },
    (request) => getEvent(request.store.sql, actorOf(request).organizationId, request.params.id),
  )
}
