import { websitesOfForm } from '@mediajobs/operations/orders'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

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
    if (route.url !== FORM && !route.url.startsWith(`${FORM}/`)) return
    // Runs after the limit per network, so refused calls cost no query.
    route.onSend = [...[route.onSend ?? []].flat(), admitWebsite]
  })
})

async function admitWebsite(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.vary('Origin')
  const { origin } = request.headers
  if (origin === undefined) return
  // These responses reveal nothing about the form.
  const isOpen = reply.statusCode === 429 || reply.statusCode >= 500
  if (!isOpen && !(await isWebsite(request, origin))) return
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED,
    ...(request.method === 'OPTIONS' && PREFLIGHT),
  })
}

async function isWebsite({ params, store }: FastifyRequest, origin: string): Promise<boolean> {
  const { publicId } = params as { publicId: string }
  return (await websitesOfForm(store.quick, publicId)).includes(origin)
}
