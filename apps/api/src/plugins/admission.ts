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
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import fp from 'fastify-plugin'
import { type InjectOptions, inject, type Response } from 'light-my-request'
import { HttpError } from '../vocabulary/errors.ts'
import { actorOf, bearerToken, isBearer } from '../vocabulary/routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Calls an operation in-process for `page`, with the page's admission: access is checked, but the call isn't
     * authenticated, counted or logged again. docs/contract.md#c12-client, #c24-door
     */
    callFrom(page: FastifyRequest, call: InjectOptions): Promise<Response>
  }
  interface FastifyRequest {
    /** The page or agent call that makes this in-process call; `null` for external requests. */
    page: FastifyRequest | null
  }
}

/**
 * Links the calls of a page to its request by object identity, so no header can forge the link. The link ends with the
 * page's request (ADR 28).
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

  // Like `app.inject`, but with access to the raw request.
  app.decorate('callFrom', (page: FastifyRequest, call: InjectOptions) =>
    inject(
      (request, response) => {
        const raw = request as unknown as IncomingMessage
        if (live.has(page)) pages.set(raw, page)
        app.routing(raw, response as unknown as Parameters<typeof app.routing>[1])
      },
      ofPage(page, call),
    ),
  )
})

type Url = NonNullable<InjectOptions['url']>

// No operation has this path.
const NOWHERE = '/-'

/** `inject` resolves `..` in paths, even if encoded: such a call would reach another operation. */
function plainUrl(url: Url = NOWHERE): Url {
  const [path = ''] = String(url).split('?')
  return URL.parse(path, 'http://api')?.pathname === path ? url : NOWHERE
}

/** `call`, made by the caller of `page` and with its request id. */
function ofPage(page: FastifyRequest, call: InjectOptions): InjectOptions {
  const { traceparent } = page.headers
  return {
    ...call,
    url: plainUrl(call.url),
    remoteAddress: page.ip,
    headers: {
      accept: 'application/json',
      ...call.headers,
      host: page.host,
      'x-request-id': page.id,
      ...(typeof traceparent === 'string' && { traceparent }),
    },
  }
}

/**
 * Sets the rate limit headers and refuses calls over a limit. The statement that checked the credential has already
 * counted the call (ADR 2). The headers describe the tightest window.
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
  throw tooMany('rate_limited', `Too many calls with this credential: ${RETRY}`, seconds)
}

const RETRY = 'retry after the time in Retry-After.'
const NO_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts a call for its network, on routes that aren't counted by default.
     *
     * @throws {OperationError} `rate_limited`
     */
    countByNetwork(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  }
}

/**
 * Limits calls without a credential per network, before the body is read and before any query. Counted per process,
 * since it protects the process. docs/contract.md#c10-public-bodies
 */
export const networkCalls = fp(async (app) => {
  await app.register(fastifyRateLimit, {
    global: false,
    max: MAX_PUBLIC_CALLS,
    timeWindow: PUBLIC_WINDOW_MS,
    cache: MAX_COUNTED_NETWORKS,
    // A page's call was counted with the page.
    allowList: ({ page }) => page !== null,
    keyGenerator: ({ ip }) => networkOf(ip),
    addHeadersOnExceeding: NO_HEADERS,
    addHeaders: { ...NO_HEADERS, 'retry-after': false },
    errorResponseBuilder: (_request, { ttl }) =>
      tooMany(
        'rate_limited',
        `Too many calls without a credential from this network: ${RETRY}`,
        wholeSeconds(ttl),
      ),
  })
  const limit = app.rateLimit()
  // Not a route hook: those run after hooks of the scope, which may query.
  app.addHook('onRequest', (request, reply, done) => {
    const { access, isProbe, isOfMember, countsItself } = request.routeOptions.config
    if (access !== 'public' || isProbe || isOfMember || countsItself || request.is404) return done()
    limit.call(app, request, reply).then(() => done(), done)
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
      // An unknown path is a 404 with or without a key, but calls with a valid key count toward its limits.
      request.admission = await admit(request).catch(() => null)
    } else if (request.routeOptions.config.access !== 'public') {
      request.admission = await admit(request)
      // Calls of a page or an agent are checked one by one, so it can still read.
      if (!request.routeOptions.config.isPage) refuseFrozen(request, request.admission)
    }
  })
})

/** Refuses changes before the body is read. The database refuses those admitted earlier. */
function refuseFrozen({ method }: FastifyRequest, { frozenSeconds }: Admission): void {
  if (frozenSeconds === null || method === 'GET' || method === 'HEAD') return
  throw organizationMoving(frozenSeconds)
}

function noCredential(authorization: string | undefined): HttpError {
  return authorization
    ? new HttpError(
        401,
        'session_invalid',
        'Authorization is not Bearer. Send an API key in x-api-key, or Authorization: Bearer <access token>.',
      )
    : new HttpError(401, 'credential_missing', 'Send an API key in x-api-key.')
}

/** The first value of a header; `undefined` if missing or empty. */
function oneValue(header: string | string[] | undefined): string | undefined {
  return [header].flat()[0] || undefined
}

/**
 * Refuses callers without the route's scope, then without its role. Public routes accept only small bodies by default.
 */
export const requireAccess = fp(async (app) => {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (!access) throw new Error(`${route.method} ${route.url} has no access`)
    route.bodyLimit ??= access === 'public' ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES
    if (access === 'public') return
    const check = (request: FastifyRequest, _: FastifyReply, done: HookHandlerDoneFunction) => {
      refuse(access, actorOf(request))
      done()
    }
    route.onRequest = [...[route.onRequest ?? []].flat(), check]
  })
})

const oneOf = new Intl.ListFormat('en', { type: 'disjunction' })

function refuse(access: RequiredAccess, actor: Actor): void {
  const refusal = accessRefusal(access, actor)
  if (refusal === 'scope_missing') {
    throw new HttpError(
      403,
      'scope_missing',
      `Requires the scope ${access.scope}; the credential has ${actor.scopes.join(', ')}.`,
    )
  }
  if (refusal === 'role_forbids') {
    throw new HttpError(
      403,
      'role_forbids',
      `Requires the role ${oneOf.format(access.roles ?? [])}; the credential's role is ${actor.role}.`,
    )
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The operations registered so far, by id. */
    operations: ReadonlyMap<string, Operation>
  }
}

/**
 * Collects the operations, so that a page shows a button if and only if the API allows it.
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
