import type { Access, Role, Scope } from '@mediajobs/domain'
import type { Actor } from '@mediajobs/operations/actor'
import type { Admission } from '@mediajobs/operations/credentials'
import type { FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** A health probe: exempt from the limit by network, so that monitors always get through. */
    isProbe?: boolean
  }
  interface FastifyRequest {
    /** The caller and the state of their rate limits; `null` on a public route. */
    admission: Admission | null
  }
}

/** The access of an operation, for `config` of its route. */
export function allow(scope: Scope | 'ANY', roles?: readonly Role[]): { access: Access } {
  return { access: roles ? { scope, roles } : { scope } }
}

export const PUBLIC: { access: Access } = { access: 'public' }

/** The caller and the state of their rate limits; only for routes that are not public. */
export function admissionOf(request: FastifyRequest): Admission {
  if (!request.admission) throw new Error('a public route has no actor')
  return request.admission
}

/** The caller; only for routes that are not public. */
export function actorOf(request: FastifyRequest): Actor {
  return admissionOf(request)
}

/** The id of the caller's organization; only for routes that are not public. */
export function orgOf(request: FastifyRequest): string {
  return admissionOf(request).organizationId
}

const BEARER = /^Bearer +(\S+)$/i
const SCHEME = /^Bearer(\s|$)/i

/** Whether the `Authorization` scheme is Bearer. Other schemes may be meant for a proxy. */
export function isBearer(authorization: string | undefined): authorization is string {
  return authorization !== undefined && SCHEME.test(authorization)
}

/**
 * The access token of an `Authorization` header (RFC 6750).
 *
 * @throws {HttpError} 401 without one.
 */
export function bearerToken(authorization: string): string {
  const token = BEARER.exec(authorization)?.[1]
  if (token === undefined) {
    throw new HttpError(401, 'session_invalid', 'Authorization must be: Bearer <access token>.')
  }
  return token
}
