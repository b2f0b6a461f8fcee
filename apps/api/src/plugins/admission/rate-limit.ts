import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import fastifyRateLimit from '@fastify/rate-limit'
import { retryAfterMs, tightestWindow } from '@mediajobs/domain'
import { type Admission, networkOf } from '@mediajobs/operations/credentials'
import { tooMany } from '@mediajobs/operations/errors'
import { CallWindows } from '@mediajobs/runtime'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { HttpError } from '../../vocabulary/errors.ts'

/**
 * Writes the rate limit headers, and refuses a call that is over a limit. Admission has made the decision
 * already, in the statement that checks the credential. The library counts nothing: its key is the
 * decision, which {@link DecidedStore} reads again. The reasons are in ADR 19.
 */
export const rateLimit = fp(async (app) => {
  await app.register(fastifyRateLimit, {
    global: true,
    hook: 'onRequest',
    allowList: (request) => request.admission === null,
    // The library makes the key before it looks at the allow list.
    keyGenerator: ({ admission }) => (admission ? decisionOf(admission) : ''),
    // The library knows one window. It gets the tightest.
    max: (request) => tightestWindow(admissionOf(request).windows).limit,
    timeWindow: 1,
    store: DecidedStore,
    errorResponseBuilder: () =>
      new HttpError(
        429,
        'rate_limited',
        'Too many calls with this credential: wait for as long as Retry-After says.',
      ),
  })
})

/** A decision as the library's key: how many calls the window has, and the milliseconds until it has room. */
function decisionOf({ allowed, windows }: Admission): string {
  const { limit, used, resetMs } = tightestWindow(windows)
  // The library refuses what is above the limit. A refused call is not counted in `used`.
  const current = allowed ? used : limit + 1
  // The library rounds up to whole seconds, and the contract wants at least one.
  return `${current} ${Math.max(1, allowed ? resetMs : retryAfterMs(windows))}`
}

class DecidedStore implements FastifyRateLimitStore {
  incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1]): void {
    const [current = 0, ttl = 1] = key.split(' ').map(Number)
    done(null, { current, ttl })
  }

  child(): this {
    return this
  }
}

function admissionOf({ admission }: FastifyRequest): Admission {
  if (!admission) throw new Error('only a call with a credential has windows')
  return admission
}

/**
 * Counts the calls of operations without a credential, for each network, before the body is read and before
 * any query. It protects this process, so each process counts for itself.
 * docs/contract.md#c10-public-bodies
 */
export const networkCalls = fp(async (app) => {
  const calls = new CallWindows()

  app.addHook('onRequest', async (request) => {
    const { access, isProbe, isCountedByItsCall } = request.routeOptions.config
    if (access !== 'public' || isProbe || isCountedByItsCall || request.is404) return
    const waitMs = calls.take(networkOf(request.ip))
    if (waitMs === 0) return
    throw tooMany(
      'rate_limited',
      'Too many calls without a credential from this network: wait for as long as Retry-After says.',
      Math.ceil(waitMs / 1_000),
    )
  })
})
