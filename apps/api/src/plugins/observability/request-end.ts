import type { ProblemCode } from '@mediajobs/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** How a request ended. */
interface RequestEnd {
  /** The status of the response; 499 when the client disconnected before its end. */
  status: number
  /** The pattern of the path, never the path itself: that may contain a token. */
  route: string
}

type EndListener = (request: FastifyRequest, reply: FastifyReply, end: RequestEnd) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** Calls `listener` at the end of every request. It must not throw. */
    whenRequestEnds(listener: EndListener): void
  }
  interface FastifyRequest {
    /** The code of the error response; `null` without one. */
    problemCode: ProblemCode | null
  }
}

// The status that nginx logs. No response of the service has it.
const CLIENT_GONE = 499

/** Used in place of Fastify's `onResponse`, which does not run when the client disconnects early. */
export const requestEnd = fp(async (app) => {
  const listeners: EndListener[] = []
  app.decorateRequest('problemCode', null)
  app.decorate('whenRequestEnds', (listener: EndListener) => void listeners.push(listener))
  app.addHook('onRequest', (request, reply, done) => {
    // `writableFinished` would not do: in the calls that pages make through `inject` it is false at the end.
    let isFinished = false
    reply.raw.once('finish', () => {
      isFinished = true
    })
    reply.raw.once('close', () => {
      const status = isFinished ? reply.statusCode : CLIENT_GONE
      const end = { status, route: routeOf(request) }
      for (const listener of listeners) listener(request, reply, end)
    })
    done()
  })
})

// Probes come every few seconds, and those that succeed are not interesting.
const PROBE = /^\/health\//

/** Whether the route is a health probe. */
export function isProbe(route: string): boolean {
  return PROBE.test(route)
}

/** The route of a request; `unknown` when no route matches, since the number of such paths has no bound. */
export function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
}
