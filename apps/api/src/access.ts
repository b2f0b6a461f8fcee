import type { Access, Role, Scope } from '@mediajobs/domain'
import type { Actor } from '@mediajobs/operations/actor'
import type { Admission } from '@mediajobs/operations/credentials'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** A health probe: its calls are not counted by network, because a monitor must always get through. */
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
