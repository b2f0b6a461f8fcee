import type { ProblemCode } from '@mediajobs/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** How a request ended. */
interface RequestEnd {
  /** That of the answer; 499 when the client went away before it had all of it. */
  status: number
  /** The pattern of the address, never the address: that may hold a token. */
  route: string
}

type EndListener = (request: FastifyRequest, reply: FastifyReply, end: RequestEnd) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** Has `listener` told of the end of every request. It must not throw. */
    whenRequestEnds(listener: EndListener): void
  }
  interface FastifyRequest {
    /** Of the problem that was answered. */
    problemCode: ProblemCode | null
  }
}

// As nginx logs it. No answer of the service has this status.
const CLIENT_GONE = 499

/** Fastify's `onResponse` is silent of requests whose client does not wait for the answer. */
export const requestEnd = fp(async (app) => {
  const listeners: EndListener[] = []
  app.decorateRequest('problemCode', null)
  app.decorate('whenRequestEnds', (listener: EndListener) => void listeners.push(listener))
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      const status = reply.raw.writableFinished ? reply.statusCode : CLIENT_GONE
      const end = { status, route: routeOf(request) }
      for (const tell of listeners) tell(request, reply, end)
    })
    done()
  })
})

// They come every few seconds and tell nothing while all is well.
const PROBE = /^\/health\//

/** Whether the route is one of those by which others watch that the process is well. */
export function isProbe(route: string): boolean {
  return PROBE.test(route)
}

/** `unknown` for an address that nothing is at: there are endlessly many of them. */
export function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
}
