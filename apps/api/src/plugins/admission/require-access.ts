import {
  accessRefusal,
  MAX_BODY_BYTES,
  MAX_PUBLIC_BODY_BYTES,
  type RequiredAccess,
} from '@mediajobs/domain'
import type { Actor } from '@mediajobs/operations/actor'
import type { Operation } from '@mediajobs/pages'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { actorOf } from '../../vocabulary/access.ts'
import { HttpError } from '../../vocabulary/errors.ts'

/**
 * Refuses callers without the route's scope, then without its role. Public routes accept only small bodies, unless
 * they state a bound.
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

declare module 'fastify' {
  interface FastifyInstance {
    /** The operations that were registered so far, by their ids. */
    operations: ReadonlyMap<string, Operation>
  }
}

/**
 * Collects the operations. Pages ask what a role may do, so that a button and the API can't disagree.
 * docs/contract.md#c2-access
 */
export const operations = fp(async (app) => {
  const found = new Map<string, Operation>()
  app.decorate('operations', found)

  app.addHook('onRoute', ({ method, url, config, schema, bodyLimit }) => {
    const access = config?.access
    const id = schema?.operationId
    if (access === undefined || access === 'public' || id === undefined) return
    for (const each of [method].flat()) {
      if (each === 'HEAD' || each === 'OPTIONS') continue
      found.set(id, { id, method: each, url, access, bodyLimit: bodyLimit ?? 0 })
    }
  })
})
