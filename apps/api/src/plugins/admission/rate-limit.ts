import fastifyRateLimit from '@fastify/rate-limit'
import {
  MAX_COUNTED_NETWORKS,
  MAX_PUBLIC_CALLS,
  PUBLIC_WINDOW_MS,
  retryAfterMs,
  tightestWindow,
} from '@mediajobs/domain'
import { networkOf } from '@mediajobs/operations/credentials'
import { tooMany } from '@mediajobs/operations/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

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
