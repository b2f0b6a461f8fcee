import { websitesOfForm } from '@mediajobs/operations/orders'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Scripts of the websites that may embed the order form of the path may call it. */
    servesWebsites?: boolean
  }
}

const FORM = '/book/:publicId'
const EXPOSED = 'Retry-After, X-Ignored-Fields, X-Request-Id'
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Content-Type, Prefer, X-Request-Id',
  'access-control-max-age': '600',
}

/** CORS of order forms, for their `frameAncestors`, without cookies. docs/contract.md#c20-websites */
export const bookingWebsites = fp(async (app) => {
  app.addHook('onRoute', (route) => {
    const isOfForm = route.url === FORM || route.url.startsWith(`${FORM}/`)
    if (isOfForm) route.config = { ...route.config, servesWebsites: true }
  })

  // Not a route hook: those run after the limit per network, whose 429 a script must be able to read.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.servesWebsites) return done()
    reply.vary('Origin')
    const { origin } = request.headers
    if (origin === undefined) return done()
    admitWebsite(request, reply, origin).then(() => done(), done)
  })
})

async function admitWebsite(request: FastifyRequest, reply: FastifyReply, origin: string) {
  const { publicId } = request.params as { publicId: string }
  const websites = await websitesOfForm(request.store.quick, publicId)
  if (!websites.includes(origin)) return
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED,
    ...(request.method === 'OPTIONS' && PREFLIGHT),
  })
}
