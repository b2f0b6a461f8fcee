import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Sql } from '@mediajobs/db'
import { MANAGING_ROLES } from '@mediajobs/domain'
import {
  changeStatus,
  countByStatus,
  createProject,
  deliverProject,
  getProject,
  type HandOver,
  isQuickList,
  listProjects,
  listStatusChanges,
  type ProjectInput,
  revokeClientDelivery,
  updateProject,
} from '@mediajobs/operations'
import type { Store } from '@mediajobs/outbox'
import { type Static, Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf, allow, organizationOf } from '../access.ts'
import { ifMatch, withETag } from '../etag.ts'
import { IdParams, PageOf, PageQuery } from '../schemas.ts'
import { clientAnswerRoutes } from './client-answers.ts'
import { docs } from './docs.ts'
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

interface Options extends HandOver {
  store: Store
}

const reading = allow('READ')
const readingAhead = { ...reading, readsAhead: true }
const listing = {
  ...reading,
  readsAhead: ({ query }: FastifyRequest) => isQuickList(query as Static<typeof ProjectQuery>),
}
const managing = allow('WRITE', MANAGING_ROLES)
/** Whose move it is depends on the project: the operation decides (contract, section 3). */
const moving = allow('WRITE')

export const projectRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { store, ...delivering },
) => {
  await app.register(clientAnswerRoutes, { store, ...delivering })

  app.post(
    '/projects/create',
    {
      config: managing,
      schema: { ...docs.createProject, body: CreateProjectBody, response: { 201: Project } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const project = await store.transaction((tx) =>
        createProject(tx, organizationId, request.body),
      )
      return reply.code(201).send(withETag(reply, project))
    },
  )

  app.get(
    '/projects',
    {
      config: listing,
      schema: {
        ...docs.listProjects,
        querystring: ProjectQuery,
        response: { 200: PageOf(Project) },
      },
    },
    (request) => {
      const list = (sql: Sql) => listProjects(sql, organizationOf(request), request.query)
      return request.query.q === undefined ? list(store.quick) : store.search(list)
    },
  )

  app.get(
    '/projects/status-counts',
    {
      config: readingAhead,
      schema: {
        ...docs.countProjectsByStatus,
        querystring: Type.Object({}),
        response: { 200: StatusCounts },
      },
    },
    (request) => countByStatus(store.quick, organizationOf(request)),
  )

  app.get(
    '/projects/:id',
    {
      config: reading,
      schema: { ...docs.getProject, params: IdParams, response: { 200: Project } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      return withETag(reply, await getProject(store.quick, organizationId, request.params.id))
    },
  )

  app.patch(
    '/projects/:id',
    {
      config: managing,
      schema: {
        ...docs.updateProject,
        params: IdParams,
        body: UpdateProjectBody,
        response: { 200: Project },
      },
    },
    (request, reply) => update(request, reply, request.params.id, request.body),
  )

  const assignments = [
    ['assign-technician', 'technicianId', docs.assignTechnician],
    ['assign-editor', 'editorId', docs.assignEditor],
    ['assign-project-manager', 'projectManagerId', docs.assignProjectManager],
  ] as const
  for (const [path, field, says] of assignments) {
    app.patch(
      `/projects/:id/${path}`,
      {
        config: managing,
        schema: { ...says, params: IdParams, body: AssignUserBody, response: { 200: Project } },
      },
      (request, reply) =>
        update(request, reply, request.params.id, { [field]: request.body.userId }),
    )
  }

  app.patch(
    '/projects/:id/assign-customer',
    {
      config: managing,
      schema: {
        ...docs.assignCustomer,
        params: IdParams,
        body: AssignCustomerBody,
        response: { 200: Project },
      },
    },
    (request, reply) => update(request, reply, request.params.id, request.body),
  )

  app.patch(
    '/projects/:id/status',
    {
      config: moving,
      schema: {
        ...docs.changeProjectStatus,
        params: IdParams,
        body: StatusBody,
        response: { 200: Project },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { id } = request.params
      const { status } = request.body
      const expected = ifMatch(request)
      const project = await store.transaction((tx) =>
        changeStatus(tx, actor, id, status, delivering, expected),
      )
      return withETag(reply, project)
    },
  )

  app.get(
    '/projects/:id/history',
    {
      config: reading,
      schema: {
        ...docs.listProjectHistory,
        params: IdParams,
        querystring: Type.Object(PageQuery),
        response: { 200: PageOf(StatusChange) },
      },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      return listStatusChanges(store.sql, organizationId, request.params.id, request.query)
    },
  )

  app.post(
    '/projects/:id/deliver',
    {
      config: moving,
      schema: {
        ...docs.deliverProject,
        params: IdParams,
        body: DeliverBody,
        response: { 200: DeliveredProject },
      },
      preValidation: async (request) => {
        request.body ??= {}
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { id } = request.params
      const expected = ifMatch(request)
      const project = await store.transaction((tx) =>
        deliverProject(tx, actor, id, request.body, delivering, expected),
      )
      return withETag(reply, project)
    },
  )

  app.delete(
    '/projects/:id/delivery',
    {
      config: moving,
      schema: { ...docs.revokeDelivery, params: IdParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      await store.transaction((tx) => revokeClientDelivery(tx, actor, request.params.id))
      return reply.code(204).send(null)
    },
  )

  async function update(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    input: ProjectInput,
  ) {
    const { organizationId } = actorOf(request)
    const expected = ifMatch(request)
    const project = await store.transaction((tx) =>
      updateProject(tx, organizationId, id, input, expected),
    )
    return withETag(reply, project)
  }
}
