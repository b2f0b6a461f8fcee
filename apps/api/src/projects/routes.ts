import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Sql } from '@mediajobs/db'
import { MANAGING_ROLES } from '@mediajobs/domain'
import {
  type DeliveryLinks,
  deliverProject,
  revokeClientDelivery,
} from '@mediajobs/operations/client-deliveries'
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
import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { actorOf, allow, ifMatchOf, versionTag } from '../vocabulary/routes.ts'
import { IdParams, PageOf, PageQuery } from '../vocabulary/schemas.ts'
import { clientDecisionRoutes, deliveryTag } from './client-decisions.ts'
import { docs } from './openapi.ts'
import {
  AssignCustomerBody,
  AssignUserBody,
  CreateProjectBody,
  DeliverBody,
  DeliveredProject,
  Project,
  ProjectQuery,
  StatusBody,
  StatusChange,
  StatusCounts,
  UpdateProjectBody,
} from './schemas.ts'

const READ = allow('READ')
const MANAGE = allow('WRITE', MANAGING_ROLES)
/** The allowed roles depend on the project: the operation checks them (docs/contract.md#c3). */
const MOVE = allow('WRITE')
const etag = versionTag

export const projectRoutes: FastifyPluginAsyncTypebox<DeliveryLinks> = async (app, links) => {
  await app.register(clientDecisionRoutes, links)

  app.post(
    '/projects/create',
    {
      config: { ...MANAGE, etag },
      schema: { ...docs.createProject, body: CreateProjectBody, response: { 201: Project } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const project = await request.store.transaction((tx) =>
        createProject(tx, organizationId, request.body),
      )
      return reply.code(201).send(project)
    },
  )

  app.get(
    '/projects',
    {
      config: READ,
      schema: {
        ...docs.listProjects,
        querystring: ProjectQuery,
        response: { 200: PageOf(Project) },
      },
    },
    (request) => {
      const { query, store } = request
      const list = (sql: Sql) => listProjects(sql, actorOf(request).organizationId, query)
      if (query.q !== undefined) return store.search(list)
      return isQuickList(query) ? store.read(list) : list(store.sql)
    },
  )

  app.get(
    '/projects/status-counts',
    {
      config: READ,
      schema: {
        ...docs.countProjectsByStatus,
        querystring: Type.Object({}),
        response: { 200: StatusCounts },
      },
    },
    (request) => request.store.read((sql) => countByStatus(sql, actorOf(request).organizationId)),
  )

  app.get(
    '/projects/:id',
    {
      config: { ...READ, etag },
      schema: { ...docs.getProject, params: IdParams, response: { 200: Project } },
    },
    (request) =>
      getProject(request.store.quick, actorOf(request).organizationId, request.params.id),
  )

  app.patch(
    '/projects/:id',
    {
      config: { ...MANAGE, etag },
      schema: {
        ...docs.updateProject,
        params: IdParams,
        body: UpdateProjectBody,
        response: { 200: Project },
      },
    },
    (request) => update(request, request.params.id, request.body),
  )

  const assignments = [
    ['assign-technician', 'technicianId', docs.assignTechnician],
    ['assign-editor', 'editorId', docs.assignEditor],
    ['assign-project-manager', 'projectManagerId', docs.assignProjectManager],
  ] as const
  for (const [path, field, operationDocs] of assignments) {
    app.patch(
      `/projects/:id/${path}`,
      {
        config: { ...MANAGE, etag },
        schema: {
          ...operationDocs,
          params: IdParams,
          body: AssignUserBody,
          response: { 200: Project },
        },
      },
      (request) => update(request, request.params.id, { [field]: request.body.userId }),
    )
  }

  app.patch(
    '/projects/:id/assign-customer',
    {
      config: { ...MANAGE, etag },
      schema: {
        ...docs.assignCustomer,
        params: IdParams,
        body: AssignCustomerBody,
        response: { 200: Project },
      },
    },
    (request) => update(request, request.params.id, request.body),
  )

  app.patch(
    '/projects/:id/status',
    {
      config: { ...MOVE, etag },
      schema: {
        ...docs.changeProjectStatus,
        params: IdParams,
        body: StatusBody,
        response: { 200: Project },
      },
    },
    (request) => {
      const actor = actorOf(request)
      const { id } = request.params
      const expected = ifMatchOf(request)
      return request.store.transaction((tx) =>
        changeStatus(tx, actor, id, request.body, links, expected),
      )
    },
  )

  app.get(
    '/projects/:id/history',
    {
      config: READ,
      schema: {
        ...docs.listProjectHistory,
        params: IdParams,
        querystring: Type.Object(PageQuery),
        response: { 200: PageOf(StatusChange) },
      },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      return listStatusChanges(request.store.sql, organizationId, request.params.id, request.query)
    },
  )

  app.post(
    '/projects/:id/deliver',
    {
      config: { ...MOVE, etag },
      schema: {
        ...docs.deliverProject,
        params: IdParams,
        body: DeliverBody,
        response: { 200: DeliveredProject },
      },
    },
    (request) => {
      const actor = actorOf(request)
      const { id } = request.params
      const expected = ifMatchOf(request)
      return request.store.transaction((tx) =>
        deliverProject(tx, actor, id, request.body, links, expected),
      )
    },
  )

  app.delete(
    '/projects/:id/delivery',
    {
      config: { ...MOVE, etag: deliveryTag },
      schema: { ...docs.revokeDelivery, params: IdParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { id } = request.params
      const expected = ifMatchOf(request)
      await request.store.transaction((tx) => revokeClientDelivery(tx, actor, id, links, expected))
      return reply.code(204).send(null)
    },
  )

  function update(request: FastifyRequest, id: string, input: ProjectInput) {
    const { organizationId } = actorOf(request)
    const expected = ifMatchOf(request)
    return request.store.transaction((tx) => updateProject(tx, organizationId, id, input, expected))
  }
}
