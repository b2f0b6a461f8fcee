import type { IncomingMessage } from 'node:http'
import fastifyRateLimit from '@fastify/rate-limit'
import {
  accessRefusal,
  MAX_BODY_BYTES,
  MAX_COUNTED_NETWORKS,
  MAX_PUBLIC_BODY_BYTES,
  MAX_PUBLIC_CALLS,
  PUBLIC_WINDOW_MS,
  type RequiredAccess,
  retryAfterMs,
  tightestWindow,
} from '@mediajobs/domain'
import type { Actor } from '@mediajobs/operations/actor'
import { type Admission, type Admitter, networkOf } from '@mediajobs/operations/credentials'
import { organizationMoving, tooMany } from '@mediajobs/operations/errors'
import type { Operation } from '@mediajobs/pages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type InjectOptions, inject, type Response } from 'light-my-request'
import { HttpError } from '../vocabulary/errors.ts'
import { actorOf, bearerToken, isBearer } from '../vocabulary/routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Calls an operation in this process for `page`. The call inherits the admission of the page: its access is
     * checked, but it is not authenticated, counted or logged again. docs/contract.md#c12-client
     */
    callFrom(page: FastifyRequest, call: InjectOptions): Promise<Response>
  }
  interface FastifyRequest {
    /** The page that makes this call inside the process; `null` for a request from outside. */
    page: FastifyRequest | null
  }
}

/**
 * Links the calls of a page to its request. The link is the identity of an object of this process, so no header
 * can forge it, and it ends with the request of the page (ADR 28).
 */
export const pageCalls = fp(async (app) => {
  const pages = new WeakMap<IncomingMessage, FastifyRequest>()
  const live = new WeakSet<FastifyRequest>()
  app.decorateRequest('page', null)
  app.addHook('onRequest', (request, reply, done) => {
    request.page = pages.get(request.raw) ?? null
    if (request.routeOptions.config.isPage) {
      live.add(request)
      reply.raw.once('close', () => live.delete(request))
    }
    done()
  })

  // What `app.inject` does, with the raw request at hand.
  app.decorate('callFrom', (page: FastifyRequest, call: InjectOptions) =>
    inject((request, response) => {
      // light-my-request makes objects that Fastify routes like those of Node.js.
      const raw = request as unknown as IncomingMessage
      if (live.has(page)) pages.set(raw, page)
      app.routing(raw, response as unknown as Parameters<typeof app.routing>[1])
    }, call),
  )
})

/**
 * Sets the rate limit headers, and refuses calls over a limit. Admission has already counted the call, in the
 * statement that checks the credential (ADR 2). With several windows, the headers describe the tightest.
 */
export const rateLimit = fp(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    refuseOverLimit(request, reply)
    done()
  })
})

/** @throws {OperationError} `rate_limited` */
export function refuseOverLimit({ admission }: FastifyRequest, reply: FastifyReply): void {
  if (admission === null) return
  const { allowed, windows } = admission
  const { limit, used, resetMs } = tightestWindow(windows)
  const seconds = wholeSeconds(allowed ? resetMs : retryAfterMs(windows))
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': allowed ? Math.max(0, limit - used) : 0,
    'x-ratelimit-reset': seconds,
  })
  if (allowed) return
  const message = 'Too many calls with this credential: wait for as long as Retry-After says.'
  throw tooMany('rate_limited', message, seconds)
}

const NO_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call for its network, on a route that isn't counted. @throws {OperationError} `rate_limited` */
    countByNetwork(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  }
}

/**
 * Limits calls without a credential by network, before the body is read and before any query. It protects this
 * process, so each process counts for itself. docs/contract.md#c10-public-bodies
 */
export const networkCalls = fp(async (app) => {
  await app.register(fastifyRateLimit, {
    global: false,
    max: MAX_PUBLIC_CALLS,
    timeWindow: PUBLIC_WINDOW_MS,
    cache: MAX_COUNTED_NETWORKS,
    // The page is counted, not its calls.
    allowList: ({ page }) => page !== null,
    keyGenerator: ({ ip }) => networkOf(ip),
    addHeadersOnExceeding: NO_HEADERS,
    addHeaders: { ...NO_HEADERS, 'retry-after': false },
    errorResponseBuilder: (_request, { ttl }) =>
      tooMany(
        'rate_limited',
        'Too many calls without a credential from this network: wait for as long as Retry-After says.',
        wholeSeconds(ttl),
      ),
  })
  const limit = app.rateLimit()
  // Not a hook of the route: those run after hooks of its scope, which may query.
  app.addHook('onRequest', async (request, reply) => {
    const { access, isProbe, isOfMember } = request.routeOptions.config
    if (access !== 'public' || isProbe || isOfMember || request.is404) return
    await limit.call(app, request, reply)
  })
  app.decorate('countByNetwork', (request: FastifyRequest, reply: FastifyReply) =>
    limit.call(app, request, reply),
  )
})

function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000))
}

interface Options {
  admitter: Admitter
}

/**
 * Authenticates callers of non-public routes. A Bearer token wins over a key, even if it is invalid
 * (docs/interface.md#i5-bearer-wins); other schemes of `Authorization` are ignored (docs/contract.md#c11-other-schemes).
 * With a key, `x-org-id` is ignored: the key names the organization.
 */
export const authenticate = fp<Options>(async (app, { admitter }) => {
  app.decorateRequest('admission', null)

  async function admit(request: FastifyRequest): Promise<Admission> {
    if (request.page?.admission) return request.page.admission
    const { authorization, 'x-api-key': key, 'x-org-id': organization } = request.headers
    if (isBearer(authorization)) {
      return admitter.bySession(bearerToken(authorization), oneValue(organization))
    }
    if (typeof key !== 'string') throw noCredential(authorization)
    return admitter.byApiKey(key)
  }

  app.addHook('onRequest', async (request) => {
    if (request.is404) {
      // An unknown path is a 404 with or without a key, but a valid key is counted and shown its limits.
      request.admission = await admit(request).catch(() => null)
    } else if (request.routeOptions.config.access !== 'public') {
      request.admission = await admit(request)
      refuseFrozen(request, request.admission)
    }
  })
})

/** Before the body is read. The database refuses writes admitted earlier. */
function refuseFrozen({ method }: FastifyRequest, { frozenSeconds }: Admission): void {
  if (frozenSeconds === null || method === 'GET' || method === 'HEAD') return
  throw organizationMoving(frozenSeconds)
}

function noCredential(authorization: string | undefined): HttpError {
  return authorization
    ? new HttpError(
        401,
        'session_invalid',
        'The scheme of Authorization is not Bearer. Send an API key in the header x-api-key, or Authorization: Bearer <access token>.',
      )
    : new HttpError(401, 'credential_missing', 'Send an API key in the header x-api-key.')
}

/** The first value of a header; `undefined` without one and for an empty one. */
function oneValue(header: string | string[] | undefined): string | undefined {
  return [header].flat()[0] || undefined
}

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
