import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getOwnOrganization, updateOrganization } from '@mediajobs/operations/organizations'
import { Type } from '@sinclair/typebox'
import { actorOf, allow } from '../access.ts'
import { contentTag, ifMatchOf } from '../etag.ts'
import { docs } from './openapi.ts'
import { Organization, UpdateOrganizationBody } from './schemas.ts'

const etag = contentTag(Organization)

export const organizationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/organization',
    {
      config: { ...allow('READ'), etag },
      schema: {
        ...docs.getOrganization,
        querystring: Type.Object({}),
        response: { 200: Organization },
      },
    },
    (request) => getOwnOrganization(request.store.sql, actorOf(request).organizationId),
  )

  app.patch(
    '/organization',
    {
      config: { ...allow('WRITE', ['ADMIN']), etag },
      schema: {
        ...docs.updateOrganization,
        body: UpdateOrganizationBody,
        response: { 200: Organization },
      },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      const expected = ifMatchOf(request)
      return request.store.transaction((tx) =>
        updateOrganization(tx, organizationId, request.body, expected),
      )
    },
  )
}
