import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Sql } from '@mediajobs/db'
import { MANAGING_ROLES } from '@mediajobs/domain'
import { approveForClient, requestRevisionForClient } from '@mediajobs/operations/client-decisions'
import {
  type DeliveryLinks,
  deliverProject,
  getProjectDelivery,
  revokeClientDelivery,
  unlockProjectDelivery,
} from '@mediajobs/operations/client-deliveries'
import { OperationError } from '@mediajobs/operations/errors'
import { changeStatus } from '@mediajobs/operations/project-status'
import {
  countByStatus,
  createProject,
  getProject,
  isQuickList,
  listProjects,
  listStatusChanges,
  type ProjectInput,
  updateProject,
} from '@mediajobs/operations/projects'
import type { Tx } from '@mediajobs/outbox'
import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { RevisionBody } from '../vocabulary/media.ts'
import {
  actorOf,
  allow,
  contentTag,
  ifMatchOf,
  operationsOf,
  orgOf,
  versionTag,
} from '../vocabulary/routes.ts'
import { EmptyBody, listOf, PageOf } from '../vocabulary/schemas.ts'
import { docs } from './openapi.ts'
import { planChangeRoutes } from './plan-changes.ts'
import {
  AssignCustomerBody,
  AssignUserBody,
  CreateProjectBody,
  DeliverBody,
  DeliveredProject,
  Project,
  ProjectDelivery,
  ProjectQuery,
  StatusBody,
  StatusChange,
  StatusCounts,
  UnlockBody,
  UpdateProjectBody,
} from './schemas.ts'
import { visitRoutes } from './visits.ts'

const READ = allow('READ')
const MANAGE = allow('WRITE', MANAGING_ROLES)
/** The allowed roles depend on the project: the operation checks them (docs/contract.md#c3). */
const MOVE = allow('WRITE')
const etag = versionTag
// Excludes `deliveryUrl`, which only some callers see.
const deliveryTag = contentTag(ProjectDelivery, 'deliveryUrl')

export const projectRoutes: FastifyPluginAsyncTypebox<DeliveryLinks> = async (app, links) => {
  const { get, post, patch, remove } = operationsOf(app)

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
    { ...MANAGE, etag },
    { ...docs.approveProject, body: EmptyBody, response: { 200: Project } },
    (tx, request) =>
      approveForClient(tx, actorOf(request), request.params.id, links, ifMatchOf(request)),
  )

  post(
    '/projects/:id/request-revision',
    { ...MANAGE, etag },
    { ...docs.requestProjectRevision, body: RevisionBody, response: { 200: Project } },
    (tx, request) => {
      const { params, body } = request
      return requestRevisionForClient(tx, actorOf(request), params.id, body, ifMatchOf(request))
    },
  )

  await app.register(visitRoutes)
  await app.register(planChangeRoutes)

  post(
    '/projects/create',
    { ...MANAGE, etag },
    { ...docs.createProject, body: CreateProjectBody, response: { 201: Project } },
    (tx, request) => createProject(tx, orgOf(request), request.body),
  )

  get(
    '/projects',
    READ,
    { ...docs.listProjects, querystring: ProjectQuery, response: { 200: PageOf(Project) } },
    (request) => {
      const { query, store } = request
      const list = (sql: Sql) => listProjects(sql, orgOf(request), query)
      if (query.q !== undefined) return store.search(list)
      return isQuickList(query) ? store.read(list) : list(store.sql)
    },
  )

  get(
    '/projects/status-counts',
    READ,
    {
      ...docs.countProjectsByStatus,
      querystring: Type.Object({}),
      response: { 200: StatusCounts },
    },
    (request) => request.store.read((sql) => countByStatus(sql, orgOf(request))),
  )

  get(
    '/projects/:id',
    { ...READ, etag },
    { ...docs.getProject, response: { 200: Project } },
    (request) => getProject(request.store.quick, orgOf(request), request.params.id),
  )

  patch(
    '/projects/:id',
    { ...MANAGE, etag },
    { ...docs.updateProject, body: UpdateProjectBody, response: { 200: Project } },
    (tx, request) => update(tx, request, request.body),
  )

  const assignments = [
    ['assign-technician', 'technicianId', docs.assignTechnician],
    ['assign-editor', 'editorId', docs.assignEditor],
    ['assign-project-manager', 'projectManagerId', docs.assignProjectManager],
  ] as const
  for (const [path, field, operationDocs] of assignments) {
    patch(
      `/projects/:id/${path}`,
      { ...MANAGE, etag },
      { ...operationDocs, body: AssignUserBody, response: { 200: Project } },
      async (tx, request) => {
        try {
          return await update(tx, request, { [field]: request.body.userId })
        } catch (error) {
          // The body calls this field `userId`.
          const isOfPerson =
            error instanceof OperationError && error.fields.some(({ path }) => path === field)
          throw isOfPerson ? error.at('userId') : error
        }
      },
    )
  }

  patch(
    '/projects/:id/assign-customer',
    { ...MANAGE, etag },
    { ...docs.assignCustomer, body: AssignCustomerBody, response: { 200: Project } },
    (tx, request) => update(tx, request, request.body),
  )

  patch(
    '/projects/:id/status',
    { ...MOVE, etag },
    { ...docs.changeProjectStatus, body: StatusBody, response: { 200: Project } },
    (tx, request) => {
      const { params, body } = request
      return changeStatus(tx, actorOf(request), params.id, body, links, ifMatchOf(request))
    },
  )

  get(
    '/projects/:id/history',
    READ,
    { ...docs.listProjectHistory, ...listOf(StatusChange) },
    (request) =>
      listStatusChanges(request.store.sql, orgOf(request), request.params.id, request.query),
  )

  post(
    '/projects/:id/deliver',
    { ...MOVE, etag },
    { ...docs.deliverProject, body: DeliverBody, response: { 200: DeliveredProject } },
    (tx, request) => {
      const { params, body } = request
      return deliverProject(tx, actorOf(request), params.id, body, links, ifMatchOf(request))
    },
  )

  remove(
    '/projects/:id/delivery',
    { ...MOVE, etag: deliveryTag },
    docs.revokeDelivery,
    (tx, request) =>
      revokeClientDelivery(tx, actorOf(request), request.params.id, links, ifMatchOf(request)),
  )
}

function update(tx: Tx, request: FastifyRequest<{ Params: { id: string } }>, input: ProjectInput) {
  return updateProject(tx, orgOf(request), request.params.id, input, ifMatchOf(request))
}
