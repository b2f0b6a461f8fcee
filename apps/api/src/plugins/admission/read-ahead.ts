import { context, ROOT_CONTEXT } from '@opentelemetry/api'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import fp from 'fastify-plugin'
import type { FairShares } from '../../fair-shares/fair-shares.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The handler only reads, what {@link organizationOf} has, by quick statements alone, and leaves
     * the reply alone. A function says for which valid requests that is so.
     */
    readsAhead?: boolean | ((request: FastifyRequest) => boolean)
  }
  interface FastifyInstance {
    /** The handlers of the routes that read ahead, by their address. */
    readers: Map<string, RouteHandlerMethod>
    /** Takes a turn to read for an organization; `undefined` when it has none. */
    beginReading(organizationId: string): (() => void) | undefined
  }
  interface FastifyRequest {
    /** The organization that a caller is taken to be of, until it is known who calls. */
    presumedOrganization: string | null
    /** What was begun to be read for a caller who was still to be let in. */
    reading: Promise<unknown> | null
  }
}

/**
 * Lets the statement of a request that only reads go to the database right behind the one that asks
 * who calls, so that both are answered in one round trip. What was read is used when the caller was
 * let in, and all that is checked before a handler has been checked. An organization whose share of reads is
 * taken waits for its turn, and reads when it was let in.
 */
export const readAhead = fp<{ shares: FairShares }>(async (app, { shares }) => {
  const readers = new Map<string, RouteHandlerMethod>()
  app.decorate('readers', readers)
  app.decorate('beginReading', (organizationId: string) => shares.beginToRead(organizationId))
  app.decorateRequest('presumedOrganization', null)
  app.decorateRequest('reading', null)
  app.addHook('onRoute', (route) => {
    if (!route.config?.readsAhead) return
    if (route.method !== 'GET' && route.method !== 'HEAD') throw new Error(`${route.url} writes`)
    const handler = route.handler
    route.handler = function (request, reply) {
      if (request.reading) return request.reading
      const read = async () => handler.call(this, request, reply)
      return isQuick(request) ? shares.read(request.call, read) : read()
    }
    readers.set(route.url, handler)
  })
})

/** Begins to read for a request that is still to be admitted, if its route allows it and it is valid. */
export function beginToRead(
  request: FastifyRequest,
  reply: FastifyReply,
  organizationId: string | undefined,
): void {
  if (request.method !== 'GET' || organizationId === undefined) return
  const handler = request.server.readers.get(request.routeOptions.url ?? '')
  if (!handler || !isValid(request)) return
  if (!isQuick(request)) return
  const { server } = request
  const end = server.beginReading(organizationId)
  if (!end) return
  request.presumedOrganization = organizationId
  const read = async () => handler.call(server, request, reply)
  const reading = context.with(request.traceContext ?? ROOT_CONTEXT, read).finally(end)
  // It may never be awaited: the caller is refused, or has gone.
  reading.catch(() => {})
  request.reading = reading
}

function isQuick(request: FastifyRequest): boolean {
  const { readsAhead } = request.routeOptions.config
  return typeof readsAhead === 'function' ? readsAhead(request) : readsAhead === true
}

// Validation has its own time, and then finds valid what it has found valid here.
function isValid(request: FastifyRequest): boolean {
  return isValidPart(request, 'params') && isValidPart(request, 'querystring')
}

function isValidPart(request: FastifyRequest, part: 'params' | 'querystring'): boolean {
  const validate = request.getValidationFunction(part) as ((input: unknown) => object) | undefined
  const input = part === 'params' ? request.params : request.query
  return validate === undefined || 'value' in validate(input)
}
