import fastifyRateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import { retryAfterMs, tightestWindow, type WindowState } from '@mediajobs/domain'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { HttpError } from '../../errors.ts'

/**
 * The windows were judged at admission, exactly and for all processes together; the plugin turns the
 * verdict into headers and a 429. It knows one window, so it is shown the tightest.
 */
export const rateLimit = fp(async (app) => {
  await app.register(fastifyRateLimit, {
    global: true,
    hook: 'onRequest',
    allowList: (request) => request.admission === null,
    // The plugin hands the key on to the store untouched; its type alone wants text.
    keyGenerator: (request) => request as unknown as string,
    max: (request) => shownWindow(request).limit,
    timeWindow: 1,
    store: JudgedWindows as unknown as new () => FastifyRateLimitStore,
    errorResponseBuilder: () =>
      new HttpError(
        429,
        'rate_limited',
        'Too many calls with this credential: wait for as long as Retry-After says.',
      ),
  })
})

class JudgedWindows {
  incr(key: unknown, done: (error: null, state: { current: number; ttl: number }) => void): void {
    const request = key as FastifyRequest
    const { limit, used, resetMs } = shownWindow(request)
    // The plugin refuses what is above the limit; a call that was not accepted is not in `used`.
    const current = request.admission?.allowed ? used : limit + 1
    // The plugin rounds up to whole seconds, of which the contract wants at least one.
    done(null, { current, ttl: Math.max(1, resetMs) })
  }

  child() {
    return this
  }
}

function shownWindow(request: FastifyRequest): WindowState {
  const { admission } = request
  if (!admission) throw new Error('only a call with a credential has windows')
  const tightest = tightestWindow(admission.windows)
  return admission.allowed ? tightest : { ...tightest, resetMs: retryAfterMs(admission.windows) }
}
