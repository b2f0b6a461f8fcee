import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type InjectOptions, inject, type Response } from 'light-my-request'

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
