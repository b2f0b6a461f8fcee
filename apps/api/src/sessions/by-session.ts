import { findSession, type Session } from '@mediajobs/operations/sessions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerToken } from '../vocabulary/access.ts'
import { HttpError } from '../vocabulary/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the caller, on a route about a person and not an organization. */
    session: Session | null
  }
}

/** Requires a session for the routes of `app`. `x-org-id` is ignored. */
export function requireSession(app: FastifyInstance): void {
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request) => {
    request.session = request.page?.session ?? null
    if (request.session) return
    const { authorization } = request.headers
    if (!authorization) {
      throw new HttpError(
        401,
        'credential_missing',
        'This operation needs a session: send Authorization: Bearer <access token>.',
      )
    }
    request.session = await findSession(request.store.sql, bearerToken(authorization))
  })
}

/** The session of the caller; only for routes behind {@link requireSession}. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Error('this route does not require a session')
  return request.session
}
