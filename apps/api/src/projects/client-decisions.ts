import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES } from '@mediajobs/domain'
import { approveForClient, requestRevisionForClient } from '@mediajobs/operations/client-decisions'
import {
  type DeliveryLinks,
  getProjectDelivery,
  unlockProjectDelivery,
} from '@mediajobs/operations/client-deliveries'
import { RevisionBody } from '../vocabulary/media.ts'
import {
  actorOf,
  allow,
  contentTag,
  ifMatchOf,
  operationsOf,
  versionTag,
} from '../vocabulary/routes.ts'
import { EmptyBody } from '../vocabulary/schemas.ts'
import { docs } from './openapi.ts'
import { Project, ProjectDelivery, UnlockBody } from './schemas.ts'

const READ = allow('READ')
const MANAGE = allow('WRITE', MANAGING_ROLES)
// Only some callers see the link.
export const deliveryTag = contentTag(ProjectDelivery, 'deliveryUrl')

/** Reads the client's decision, or makes it on their behalf. */
export const clientDecisionRoutes: FastifyPluginAsyncTypebox<DeliveryLinks> = async (
  app,
  links,
) => {
  const { get, post } = operationsOf(app)

  get(
    '/projects/:id/delivery',
    { ...READ, etag: deliveryTag },
    { ...docs.getProjectDelivery, response: { 200: ProjectDelivery } },
    (request) => getProjectDelivery(request.store.sql, actorOf(request), request.params.id, links),
  )

  post(
    '/projects/:id/delivery/unlock',
    { ...MANAGE, etag: deliveryTag },
    { ...docs.unlockDelivery, body: UnlockBody, response: { 200: ProjectDelivery } },
    (tx, request) => {
      const { params, body } = request
      return unlockProjectDelivery(tx, actorOf(request), params.id, body, links, ifMatchOf(request))
    },
  )

  post(
    '/projects/:id/approve',
    { ...MANAGE, etag: versionTag },
    { ...docs.approveProject, body: EmptyBody, response: { 200: Project } },
    (tx, request) =>
      approveForClient(tx, actorOf(request), request.params.id, links, ifMatchOf(request)),
  )

  post(
    '/projects/:id/request-revision',
    { ...MANAGE, etag: versionTag },
    { ...docs.requestProjectRevision, body: RevisionBody, response: { 200: Project } },
    (tx, request) => {
      const { params, body } = request
      return requestRevisionForClient(tx, actorOf(request), params.id, body, ifMatchOf(request))
    },
  )
}
