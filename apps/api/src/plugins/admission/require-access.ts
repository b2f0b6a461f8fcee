import {
  accessRefusal,
  MAX_BODY_BYTES,
  MAX_PUBLIC_BODY_BYTES,
  type RequiredAccess,
} from '@mediajobs/domain'
import type { Actor } from '@mediajobs/operations/actor'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { actorOf } from '../../access.ts'
import { HttpError } from '../../errors.ts'

/**
 * Refuses callers without the scope of the route, then callers without its role. A public route accepts only
 * a small body, unless it states another bound.
 */
export const requireAccess = fp(async (app) => {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (!access) throw new Error(`${route.method} ${route.url} does not state its access`)
    route.bodyLimit ??= access === 'public' ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES
    if (access === 'public') return
    const check = async (request: FastifyRequest) => refuse(access, actorOf(request))
    route.onRequest = [...[route.onRequest ?? []].flat(), check]
  })
})

function refuse(access: RequiredAccess, actor: Actor): void {
  const refusal = accessRefusal(access, actor)
  if (refusal === 'scope_missing') {
    throw new HttpError(
      403,
      'scope_missing',
      `This needs the scope ${access.scope}; the credential has ${actor.scopes.join(', ')}.`,
    )
  }
  if (refusal === 'role_forbids') {
    throw new HttpError(
      403,
      'role_forbids',
      `This needs the role ${access.roles?.join(' or ')}; the credential's role is ${actor.role}.`,
    )
  }
}
