import { networkOf } from '@mediajobs/operations/credentials'
import { tooMany } from '@mediajobs/operations/errors'
import { CallWindows } from '@mediajobs/runtime'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call for the network of its caller. @throws {OperationError} `rate_limited` */
    countByNetwork(request: FastifyRequest): void
  }
}

/**
 * Counts the calls of operations without a credential, for each network, before the body is read and before
 * any query. It protects this process, so each process counts for itself.
 * docs/contract.md#c10-public-bodies
 */
export const networkCalls = fp(async (app) => {
  const calls = new CallWindows()

  app.addHook('onRequest', async (request) => {
    const { access, isProbe, isOfMember } = request.routeOptions.config
    if (access !== 'public' || isProbe || isOfMember || request.page || request.is404) return
    count(request)
  })
  app.decorate('countByNetwork', count)

  function count(request: FastifyRequest): void {
    const waitMs = calls.take(networkOf(request.ip))
    if (waitMs === 0) return
    throw tooMany(
      'rate_limited',
      'Too many calls without a credential from this network: wait for as long as Retry-After says.',
      Math.ceil(waitMs / 1_000),
    )
  }
})
