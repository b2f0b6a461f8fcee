import type { Role, Scope } from '@mediajobs/domain'
import type { Actor } from '@mediajobs/operations/actor'
import type { Admission } from '@mediajobs/operations/credentials'
import type { FastifyRequest } from 'fastify'

/** Who may call an operation; every route states it (docs/contract.md#c2-access). */
export type Access =
  | 'public'
  | {
      /** The scope that is needed; `ANY` for what every valid credential may do. */
      readonly scope: Scope | 'ANY'
      /** The roles that may; all of them when it is left out. */
      readonly roles?: readonly Role[]
    }

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Its calls are not counted by network: whatever watches the process must always get through. */
    isProbe?: boolean
  }
  interface FastifyRequest {
    /** Who calls, and their windows; `null` on a public route. */
    admission: Admission | null
  }
}

/** An operation's access, for `config` of its route. */
export function allow(scope: Scope | 'ANY', roles?: readonly Role[]): { access: Access } {
  return { access: roles ? { scope, roles } : { scope } }
}

export const PUBLIC: { access: Access } = { access: 'public' }

/** Who calls, and their windows; only for routes that are not public. */
export function admissionOf(request: FastifyRequest): Admission {
  if (!request.admission) throw new Error('a public route has no actor')
  return request.admission
}

/** Who calls; only for routes that are not public. */
export function actorOf(request: FastifyRequest): Actor {
  return admissionOf(request)
}

/**
 * Whose records a request reads: the caller's organization or, before it is known who calls, the one
 * that they are taken to be of.
 */
export function organizationOf(request: FastifyRequest): string {
  return (request.admission?.organizationId ?? request.presumedOrganization) as string
}
