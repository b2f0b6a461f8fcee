import { networkOf } from '@mediajobs/operations/credentials'
import { tooMany } from '@mediajobs/operations/errors'
import { CallWindows } from '@mediajobs/runtime'
import fp from 'fastify-plugin'

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
