import { admitClient } from '@mediajobs/operations/client-deliveries'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
  RouteOptions,
} from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** GET operations of links, by their pattern. */
    linkReads: Map<string, RouteHandlerMethod>
    /**
     * Runs the operation at the URL of `page`. Like `callFrom`, but without a second request, and without JSON to
     * parse (ADR 28).
     */
    readFrom(page: FastifyRequest, reply: FastifyReply): Promise<unknown>
  }
}

/** Admits the calls of links that people open, and runs their operations for pages. */
export const linkCalls = fp(async (app) => {
  app.decorate('linkReads', new Map())
  app.decorate('readFrom', async (page: FastifyRequest, reply: FastifyReply) => {
    const read = app.linkReads.get(page.routeOptions.url ?? '')
    if (!read) throw new Error(`${page.routeOptions.url} has no operation to read`)
    await admit(page)
    return read.call(app, page, reply)
  })
})

/** Admits the calls of links: the routes of `app`. Browsers receive a page or a redirect at the same URLs. */
export function admitLinks(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.vary('Accept')
    await admit(request)
  })
  app.addHook('onRoute', (route) => {
    if (isPlainRead(route)) app.linkReads.set(route.url, route.handler)
  })
}

function admit({ store, ip }: FastifyRequest): Promise<void> {
  return admitClient(store.sql, ip)
}

/** Whether the route is nothing but its handler: no query to validate, and no hooks but the scope's. */
function isPlainRead({ method, config, schema, onRequest, preHandler }: RouteOptions): boolean {
  const query = schema?.querystring as { properties?: object } | undefined
  const hasQuery = Object.keys(query?.properties ?? {}).length > 0
  return method === 'GET' && !hasQuery && !config?.etag && !onRequest && !preHandler
}
