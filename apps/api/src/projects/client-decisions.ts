import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES } from '@mediajobs/domain'
import {
  approveForClient,
  type DeliveryLinks,
  getProjectDelivery,
  requestRevisionForClient,
} from '@mediajobs/operations/client-deliveries'
import { RevisionBody } from '../vocabulary/media.ts'
import { actorOf, allow, contentTag, ifMatchOf, versionTag } from '../vocabulary/routes.ts'
import { EmptyBody, IdParams } from '../vocabulary/schemas.ts'
import { docs } from './openapi.ts'
import { Project, ProjectDelivery } from './schemas.ts'

const READ = allow('READ')
const MANAGE = allow('WRITE', MANAGING_ROLES)
// The link is shown or not depending on the caller.
export const deliveryTag = contentTag(ProjectDelivery, 'deliveryUrl')

/** Shows the client's decision, or makes it for the client. */
export const clientDecisionRoutes: FastifyPluginAsyncTypebox<DeliveryLinks> = async (
  app,
  links,
) => {
  app.get(
    '/projects/:id/delivery',
    {
      config: { ...READ, etag: deliveryTag },
      schema: { ...docs.getProjectDelivery, params: IdParams, response: { 200: ProjectDelivery } },
    },
    (request) => getProjectDelivery(request.store.sql, actorOf(request), request.params.id, links),
  )

  app.post(
    '/projects/:id/approve',
    {
      config: { ...MANAGE, etag: versionTag },
      schema: {
        ...docs.approveProject,
        params: IdParams,
        body: EmptyBody,
        response: { 200: Project },
      },
    },
    (request) => {
      const actor = actorOf(request)
      const expected = ifMatchOf(request)
      return request.store.transaction((tx) =>
        approveForClient(tx, actor, request.params.id, links, expected),
      )
    },
  )

  app.post(
    '/projects/:id/request-revision',
    {
      config: { ...MANAGE, etag: versionTag },
      schema: {
        ...docs.requestProjectRevision,
        params: IdParams,
        body: RevisionBody,
        response: { 200: Project },
      },
    },
    (request) => {
      const actor = actorOf(request)
      const expected = ifMatchOf(request)
      return request.store.transaction((tx) =>
        requestRevisionForClient(tx, actor, request.params.id, request.body, expected),
      )
    },
  )
}
