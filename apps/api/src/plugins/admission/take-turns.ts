import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Call } from '../../fair-shares/fair-shares.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` until the caller is known. */
    call: Call | null
  }
}

/**
 * Once the caller is known, the database work of a request takes turns with the other calls of its
 * organization.
 */
export const takeTurns = fp(async (app) => {
  app.decorateRequest('call', null)
  app.addHook('onRequest', (request, reply, done) => {
    request.call = callOf(request, reply)
    done()
  })
})

function callOf(request: FastifyRequest, { raw }: FastifyReply): Call {
  const page = request.page?.call
  let hasBegun = false
  return {
    // A page is admitted after this hook.
    get organizationId() {
      return request.admission?.organizationId ?? null
    },
    onGone(listener) {
      raw.once('close', listener)
      return () => void raw.off('close', listener)
    },
    held: 0,
    // A page that has begun is finished: its further calls wait for their turn, but are not sent away.
    get hasBegun() {
      return page?.hasBegun ?? hasBegun
    },
    set hasBegun(value) {
      if (page) page.hasBegun = value
      hasBegun = value
    },
  }
}
