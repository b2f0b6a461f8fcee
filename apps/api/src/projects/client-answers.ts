import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES } from '@mediajobs/domain'
import {
  approveForClient,
  getProjectDelivery,
  type HandOver,
  requestRevisionForClient,
} from '@mediajobs/operations/client-deliveries'
import { actorOf, allow } from '../access.ts'
import { contentTag, isExpected, versionTag } from '../etag.ts'
import { EmptyBody, IdParams } from '../schemas.ts'
import { docs } from './docs.ts'
import { Project, ProjectDelivery, RevisionBody } from './schemas.ts'

const reading = allow('READ')
const managing = allow('WRITE', MANAGING_ROLES)
export const deliveryTag = contentTag(ProjectDelivery)

/** What a client said of a delivery, and saying it for them. */
export const clientAnswerRoutes: FastifyPluginAsyncTypebox<HandOver> = async (app, delivering) => {
  app.get(
    '/projects/:id/delivery',
    {
      config: { ...reading, etag: deliveryTag },
      schema: { ...docs.getProjectDelivery, params: IdParams, response: { 200: ProjectDelivery } },
    },
    (request) =>
      getProjectDelivery(request.store.sql, actorOf(request).organizationId, request.params.id),
  )

  app.post(
    '/projects/:id/approve',
    {
      config: { ...managing, etag: versionTag },
      schema: {
        ...docs.approveProject,
        params: IdParams,
        body: EmptyBody,
        response: { 200: Project },
      },
    },
    (request) => {
      const actor = actorOf(request)
      const expected = isExpected(request)
      return request.store.transaction((tx) =>
        approveForClient(tx, actor, request.params.id, delivering, expected),
      )
    },
  )

  app.post(
    '/projects/:id/request-revision',
    {
      config: { ...managing, etag: versionTag },
      schema: {
        ...docs.requestProjectRevision,
        params: IdParams,
        body: RevisionBody,
        response: { 200: Project },
      },
    },
    (request) => {
      const actor = actorOf(request)
      const expected = isExpected(request)
      const { comment } = request.body
      return request.store.transaction((tx) =>
        requestRevisionForClient(tx, actor, request.params.id, comment, expected),
      )
    },
  )
}
