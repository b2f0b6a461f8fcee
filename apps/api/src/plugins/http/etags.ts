import type {
  DoneFuncWithErrOrRes,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  RouteOptions,
} from 'fastify'
import fp from 'fastify-plugin'
import { isKnown, knownTags } from '../../vocabulary/etags.ts'
import { REVALIDATED } from './response-headers.ts'

/**
 * Adds `ETag` to the responses of routes with an `etag`. A GET or HEAD whose `If-None-Match` has the same ETag is a
 * 304 without a body. Other routes get no hook.
 */
export const etags = fp(async (app) => {
  app.addHook('onRoute', (route) => {
    if (!route.config?.etag) return
    route.preSerialization = [route.preSerialization ?? [], tagRecord].flat()
    if (!isRead(route)) return
    route.preHandler = [route.preHandler ?? [], checkKnown].flat()
    route.onSend = [route.onSend ?? [], dropKnown].flat()
  })
})

function isRead({ method }: Pick<RouteOptions, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Refuses a malformed header before any query. */
function checkKnown(request: FastifyRequest, _: FastifyReply, done: HookHandlerDoneFunction) {
  knownTags(request)
  done()
}

// A stored response is text, and has its ETag already.
function tagRecord(
  request: FastifyRequest,
  reply: FastifyReply,
  record: unknown,
  done: DoneFuncWithErrOrRes,
): void {
  const { etag, showsSecretOnce } = request.routeOptions.config
  if (etag && reply.statusCode < 300 && typeof record === 'object' && record !== null) {
    const tag = etag(record)
    reply.header('etag', tag)
    // No cache may store a secret.
    if (!showsSecretOnce) reply.header('cache-control', REVALIDATED)
    if (isRead(request) && isKnown(request, tag)) reply.code(304)
  }
  done(null, record)
}

function dropKnown(
  _: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: DoneFuncWithErrOrRes,
): void {
  const isDropped = reply.statusCode === 304
  if (isDropped) reply.removeHeader('content-type')
  done(null, isDropped ? null : payload)
}
