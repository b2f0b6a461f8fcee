import { context, ROOT_CONTEXT } from '@opentelemetry/api'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import fp from 'fastify-plugin'
import type { FairShares } from '../../fair-shares/fair-shares.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The handler only reads records of {@link organizationOf}, only by quick statements, and does not use
     * the reply. A function decides this for each valid request.
     */
    readsAhead?: boolean | ((request: FastifyRequest) => boolean)
  }
  interface FastifyInstance {
    /** The handlers of the routes that read ahead, by route pattern. */
    readers: Map<string, RouteHandlerMethod>
    /** Takes a turn to read for an organization, and returns its end; `undefined` when no turn is free. */
    beginReading(organizationId: string): (() => void) | undefined
  }
  interface FastifyRequest {
    /** The organization that the caller probably belongs to, until the caller is known. */
    presumedOrganization: string | null
    /** The read that began before the caller was admitted. */
    reading: Promise<unknown> | null
  }
}

/**
 * Sends the statement of a read to the database directly after the statement that finds the caller, so that
 * both take one round trip. Its result is used only after the caller is admitted and all checks before a
 * handler have passed. When the organization's share of reads is used up, the request reads after its
 * admission, when it is its turn.
 */
export const readAhead = fp<{ shares: FairShares }>(async (app, { shares }) => {
  const readers = new Map<string, RouteHandlerMethod>()
  app.decorate('readers', readers)
  app.decorate('beginReading', (organizationId: string) => shares.beginToRead(organizationId))
  app.decorateRequest('presumedOrganization', null)
  app.decorateRequest('reading', null)
  app.addHook('onRoute', (route) => {
    if (!route.config?.readsAhead) return
    if (route.method !== 'GET' && route.method !== 'HEAD')
      throw new Error(`${route.url} reads ahead, but is not a GET`)
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
  // It is never awaited when the caller is refused or disconnects.
  reading.catch(() => {})
  request.reading = reading
}

function isQuick(request: FastifyRequest): boolean {
  const { readsAhead } = request.routeOptions.config
  return typeof readsAhead === 'function' ? readsAhead(request) : readsAhead === true
}

// Fastify validates the request later again, with the same result.
function isValid(request: FastifyRequest): boolean {
  return isValidPart(request, 'params') && isValidPart(request, 'querystring')
}

function isValidPart(request: FastifyRequest, part: 'params' | 'querystring'): boolean {
  const validate = request.getValidationFunction(part) as ((input: unknown) => object) | undefined
  const input = part === 'params' ? request.params : request.query
  return validate === undefined || 'value' in validate(input)
}
