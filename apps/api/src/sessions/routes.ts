import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  acceptInvitation,
  acceptPasswordReset,
  changePassword,
  describeSession,
  endSession,
  requestPasswordReset,
  signIn,
} from '@mediajobs/operations/sessions'
import { Type } from '@sinclair/typebox'
import { PUBLIC } from '../access.ts'
import { requireSession, sessionOf } from './by-session.ts'
import { docs } from './openapi.ts'
import {
  AcceptInvitationBody,
  AcceptPasswordResetBody,
  ChangePasswordBody,
  CurrentSession,
  PasswordResetRequested,
  RequestPasswordResetBody,
  SignedIn,
  SignInBody,
} from './schemas.ts'

interface Options {
  /** Whether a dispatcher sends mail. */
  sendsMail: boolean
}

export const sessionRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { sendsMail }) => {
  app.post(
    '/auth/sessions',
    {
      config: PUBLIC,
      schema: { ...docs.createSession, body: SignInBody, response: { 201: SignedIn } },
    },
    async (request, reply) => {
      const signedIn = await signIn(request.store, request.body, request.ip)
      return reply.code(201).send(signedIn)
    },
  )

  app.post(
    '/auth/invitations/accept',
    {
      config: PUBLIC,
      schema: { ...docs.acceptInvitation, body: AcceptInvitationBody, response: { 201: SignedIn } },
    },
    async (request, reply) => {
      const signedIn = await acceptInvitation(request.store, request.body, request.ip)
      return reply.code(201).send(signedIn)
    },
  )

  app.post(
    '/auth/password-resets',
    {
      config: PUBLIC,
      schema: {
        ...docs.requestPasswordReset,
        body: RequestPasswordResetBody,
        response: { 202: PasswordResetRequested },
      },
    },
    async (request, reply) => {
      if (sendsMail) await requestPasswordReset(request.store.sql, request.body.email, request.ip)
      return reply.code(202).send({ sendsMail })
    },
  )

  app.post(
    '/auth/password-resets/accept',
    {
      config: PUBLIC,
      schema: {
        ...docs.acceptPasswordReset,
        body: AcceptPasswordResetBody,
        response: { 201: SignedIn },
      },
    },
    async (request, reply) => {
      const signedIn = await acceptPasswordReset(request.store, request.body, request.ip)
      return reply.code(201).send(signedIn)
    },
  )

  await app.register(signedInRoutes)
}

// PUBLIC, because the admission plugins need an organization; `requireSession` checks the caller.
const signedInRoutes: FastifyPluginAsyncTypebox = async (app) => {
  requireSession(app)

  app.get(
    '/auth/sessions/current',
    { config: PUBLIC, schema: { ...docs.getSession, response: { 200: CurrentSession } } },
    (request) => describeSession(request.store.sql, sessionOf(request)),
  )

  app.delete(
    '/auth/sessions/current',
    { config: PUBLIC, schema: { ...docs.endSession, response: { 204: Type.Null() } } },
    async (request, reply) => {
      await endSession(request.store.sql, sessionOf(request))
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/auth/password',
    {
      config: PUBLIC,
      schema: { ...docs.changePassword, body: ChangePasswordBody, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await changePassword(request.store, sessionOf(request), request.body, request.ip)
      return reply.code(204).send(null)
    },
  )
}
