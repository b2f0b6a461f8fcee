import { findSession, type Session } from '@mediajobs/operations/sessions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerToken } from '../bearer.ts'
import { HttpError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in, on a route that is about the person and no organization. */
    session: Session | null
  }
}

/** Lets only people who are signed in to the routes of `app`; `x-org-id` is not looked at. */
export function requireSession(app: FastifyInstance): void {
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request) => {
    const { authorization } = request.headers
    if (!authorization) {
      throw new HttpError(
        401,
        'credential_missing',
        'This is for people: send Authorization: Bearer <access token>.',
      )
    }
    request.session = await findSession(request.store.sql, bearerToken(authorization))
  })
}

/** The session that calls; only for routes behind {@link requireSession}. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Error('this route does not require a session')
  return request.session
}
