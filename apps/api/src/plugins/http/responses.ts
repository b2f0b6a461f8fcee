import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '@mediajobs/db'
import {
  type CellUrls,
  linkAt,
  MAX_REFUSED_BYTES,
  MAX_REQUEST_ID_LENGTH,
  type ProblemCode,
} from '@mediajobs/domain'
import { errorAtHome } from '@mediajobs/moves/home'
import { notFound } from '@mediajobs/operations/errors'
import type {
  DoneFuncWithErrOrRes,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  RouteOptions,
} from 'fastify'
import fp from 'fastify-plugin'
import {
  errorBody,
  HttpError,
  InvalidInput,
  type Problem,
  problemOf,
} from '../../vocabulary/errors.ts'
import { bodyDocs } from '../../vocabulary/operation-docs.ts'
import { isKnown, knownTags } from '../../vocabulary/routes.ts'
import { setIgnoredHeader, unknownFields, wantsStrict } from '../body/unknown-fields.ts'

/**
 * Headers of every response: caches must not store it, and browsers must not guess another content type.
 * With {@link VARY}, a cache that stores it anyway separates it by credential.
 * docs/contract.md#c10-cache-control
 */
export const SAFE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** Request headers that change the content of a response. A route may add others with `reply.vary`. */
export const VARY = ['Authorization', 'X-API-Key', 'X-Org-Id']

/**
 * `Cache-Control` of a response with an `ETag`: the client may store it, and asks each time whether it is
 * still current.
 */
export const REVALIDATED = 'private, no-cache'

/** Puts `SAFE_HEADERS` on every response. A route may replace one of them. */
export const safeHeaders = fp(async (app) => {
  // The first of all hooks, so that the errors of later hooks have the headers too.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SAFE_HEADERS).vary(VARY)
    done()
  })
})

const ALLOWED = new RegExp(`^[\\w.:~+/=-]{1,${MAX_REQUEST_ID_LENGTH}}$`)

/** The caller's `x-request-id` when it has the allowed form, otherwise a new id. */
export function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && ALLOWED.test(sent) ? sent : randomUUID()
}

/** Puts `x-request-id` on every response. */
export const requestId = fp(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
})

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

declare module 'fastify' {
  interface FastifyInstance {
    /** @throws {HttpError} 503 when the process is about to end */
    assertStaying(): void
  }
}

/**
 * Keeps serving for `delayMs` after close begins: balancers see that the process isn't ready, and every response has
 * `Connection: close`. Otherwise a connection could close under a new request, and the client couldn't know whether
 * it was done.
 */
export const drain = fp<{ delayMs: number }>(async (app, { delayMs }) => {
  let closing = false
  app.decorate('assertStaying', () => {
    if (closing) throw new HttpError(503, 'shutting_down', 'This process is about to end.')
  })
  app.addHook('preClose', async () => {
    closing = true
    await pause(delayMs)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
})

interface Options {
  /** The base URL of each other cell. */
  otherCells: CellUrls
  /** For the lookup of organizations that moved. */
  sql: Sql
}

// Expected 503s: the organization is moving, or the process is ending.
const PLANNED: ReadonlySet<ProblemCode> = new Set(['organization_moving', 'shutting_down'])

declare module 'fastify' {
  interface FastifyInstance {
    /** The response to an error; an organization or a credential of another cell is looked up there. */
    problemOf(error: unknown, takenTypes: readonly string[]): Promise<Problem>
  }
}

/** The one place where an error becomes a response. */
export const errorHandler = fp<Options>(async (app, { otherCells, sql }) => {
  app.decorate('problemOf', async (thrown: unknown, takenTypes: readonly string[]) =>
    problemOf(await errorAtHome(thrown, sql, otherCells), takenTypes),
  )
  app.setErrorHandler(async (error, request, reply) => {
    const described = await app.problemOf(error, bodyDocs(request).types)
    const problem = withIgnored(error, described, request, reply)
    const isFault = problem.statusCode >= 500 && !PLANNED.has(problem.code)
    if (isFault) request.log.error({ err: error }, 'a request failed')
    const isElsewhere = problem.cellUrl !== undefined && request.routeOptions.config.isLink
    return isElsewhere ? leadOn(problem, request, reply) : sendProblem(problem, request, reply)
  })

  app.addHook('onRequest', (request, _reply, done) => {
    done(
      request.is404
        ? new HttpError(404, 'not_found', 'There is nothing at this address.')
        : undefined,
    )
  })
})

function withIgnored(
  error: unknown,
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): Problem {
  if (!(error instanceof InvalidInput) || error.ignored.length === 0) return problem
  setIgnoredHeader(reply, error.ignored)
  if (!wantsStrict(request)) return problem
  return new InvalidInput([...(problem.fields ?? []), ...unknownFields(error.ignored)]).problem
}

/** Redirects a link to its cell, unless another cell redirected it here. */
function leadOn(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  const address = problem.cellUrl && linkAt(problem.cellUrl, request.url)
  if (!address) return sendProblem(problemOf(notFound(), []), request, reply)
  request.problemCode = problem.code
  return reply.redirect(address, 307)
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  request.problemCode = problem.code
  // The record's response was ready, but its commit failed.
  if (reply.hasHeader('etag')) reply.removeHeader('etag').headers(SAFE_HEADERS)
  if (mustClose(request)) reply.header('connection', 'close')
  else if (!request.raw.complete) keepOpen(reply)
  if (problem.retryAfterSeconds !== undefined)
    reply.header('retry-after', problem.retryAfterSeconds)
  if (problem.statusCode === 401) reply.header('www-authenticate', 'Bearer, ApiKey')
  return reply
    .code(problem.statusCode)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(problem, request.id))
}

/**
 * Closing a connection while the client sends resets it, and the client loses the response. So it stays open, even
 * after a 413 and if the client asked to close it: that client closes it once it has the response.
 */
function keepOpen(reply: FastifyReply): void {
  reply.removeHeader('connection')
  reply.raw.shouldKeepAlive = true
}

/**
 * Whether the rest of the body is of unknown length or longer than {@link MAX_REFUSED_BYTES}. Node.js reads shorter
 * bodies to the end and reuses the connection.
 */
function mustClose({ raw }: FastifyRequest): boolean {
  if (raw.complete) return false
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  return encoding !== undefined || Number(length) > MAX_REFUSED_BYTES
}
