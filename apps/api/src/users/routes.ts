import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES } from '@mediajobs/domain'
import {
  createUser,
  getUser,
  inviteAgain,
  listUsers,
  updateUser,
} from '@mediajobs/operations/users'
import { actorOf, allow } from '../access.ts'
import { contentTag, ifMatchOf } from '../etag.ts'
import { SHOWN_ONCE } from '../idempotency-body.ts'
import { EmptyBody, IdParams, PageOf } from '../schemas.ts'
import { docs } from './openapi.ts'
import { CreateUserBody, Invitation, NewUser, UpdateUserBody, User, UserQuery } from './schemas.ts'

const READ = allow('READ')
// The sessions of these roles have every scope.
const WRITE = allow('ADMIN', MANAGING_ROLES)
const etag = contentTag(User)

export const userRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/users',
    {
      config: { ...WRITE, ...SHOWN_ONCE, etag },
      schema: { ...docs.createUser, body: CreateUserBody, response: { 201: NewUser } },
    },
    async (request, reply) => {
      const user = await request.store.transaction((tx) =>
        createUser(tx, actorOf(request), request.body),
      )
      return reply.code(201).send(user)
    },
  )

  app.get(
    '/users',
    {
      config: READ,
      schema: { ...docs.listUsers, querystring: UserQuery, response: { 200: PageOf(User) } },
    },
    (request) => listUsers(request.store.sql, actorOf(request).organizationId, request.query),
  )

  app.get(
    '/users/:id',
    {
      config: { ...READ, etag },
      schema: { ...docs.getUser, params: IdParams, response: { 200: User } },
    },
    (request) => getUser(request.store.sql, actorOf(request).organizationId, request.params.id),
  )

  app.patch(
    '/users/:id',
    {
      config: { ...WRITE, etag },
      schema: {
        ...docs.updateUser,
        params: IdParams,
        body: UpdateUserBody,
        response: { 200: User },
      },
    },
    (request) => {
      const { id } = request.params
      const expected = ifMatchOf(request)
      return request.store.transaction((tx) =>
        updateUser(tx, actorOf(request), id, request.body, expected),
      )
    },
  )

  app.post(
    '/users/:id/invitation',
    {
      config: { ...WRITE, ...SHOWN_ONCE },
      schema: {
        ...docs.inviteUserAgain,
        params: IdParams,
        body: EmptyBody,
        response: { 201: Invitation },
      },
    },
    async (request, reply) => {
      const invitation = await request.store.transaction((tx) =>
        inviteAgain(tx, actorOf(request), request.params.id),
      )
      return reply.code(201).send(invitation)
    },
  )
}
