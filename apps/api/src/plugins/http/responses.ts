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
import { translateCellError } from '@mediajobs/moves/home'
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
import { isConditional, isKnown, knownTags } from '../../vocabulary/routes.ts'
import { setIgnoredHeader, unknownFields, wantsStrict } from '../body/unknown-fields.ts'

/**
 * Default headers: no caching, no content type sniffing. {@link VARY} separates credentials in caches that store a
 * response anyway. docs/contract.md#c10-cache-control
 */
export const SAFE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** Request headers that every response varies by. Routes may add others with `reply.vary`. */
export const VARY = ['Authorization', 'X-API-Key', 'X-Org-Id']

/** `Cache-Control` with an `ETag`: clients may store the response and revalidate it each time. */
const REVALIDATED = 'private, no-cache'

/** Sets {@link SAFE_HEADERS} on every response. A route may override them. */
export const safeHeaders = fp(async (app) => {
  // The first hook, so errors of later hooks have the headers too.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SAFE_HEADERS).vary(VARY)
    done()
  })
})

const ALLOWED = new RegExp(`^[\\w.:~+/=-]{1,${MAX_REQUEST_ID_LENGTH}}$`)

/** The caller's `x-request-id` if valid, otherwise a new id. */
export function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && ALLOWED.test(sent) ? sent : randomUUID()
}

export const requestId = fp(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
})

/**
 * Adds `ETag` to the responses of routes with an `etag`, and responds 304 to a GET or HEAD with a matching
 * `If-None-Match`. Refuses `If-Match` where it isn't compared: ignoring it would lose someone's change.
 */
export const etags = fp(async (app) => {
  app.addHook('onRoute', (route) => {
    const { method, config, schema } = route
    if (schema?.operationId && !isRead(route) && !isConditional(String(method), config, schema)) {
      route.preHandler = [route.preHandler ?? [], refuseIfMatch].flat()
    }
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

function refuseIfMatch(
  { headers }: FastifyRequest,
  _: FastifyReply,
  done: HookHandlerDoneFunction,
) {
  if (headers['if-match'] === undefined) return done()
  const message = 'If-Match is not accepted: this operation compares no ETag'
  done(new HttpError(400, 'invalid_request', message).at('If-Match', 'not_allowed'))
}

// Refuses a malformed header before any query.
function checkKnown(request: FastifyRequest, _: FastifyReply, done: HookHandlerDoneFunction) {
  knownTags(request)
  done()
}

// Stored responses are text and have their ETag already.
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
    // Caches must not store secrets.
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
    /** @throws {HttpError} 503 while the process shuts down */
    assertStaying(): void
  }
}

/**
 * Keeps serving for `delayMs` after close begins, not ready and with `Connection: close`. Otherwise a connection could
 * close under a new request, and the client couldn't tell whether it was handled.
 */
export const drain = fp<{ delayMs: number }>(async (app, { delayMs }) => {
  let closing = false
  app.decorate('assertStaying', () => {
    if (closing) throw new HttpError(503, 'shutting_down', 'This process is shutting down.')
  })
  app.addHook('preClose', async () => {
    closing = true
    await pause(delayMs)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
})

interface Options {
  otherCells: CellUrls
  /** Looks up organizations that moved. */
  sql: Sql
}

// Expected 503s, not faults.
const PLANNED: ReadonlySet<ProblemCode> = new Set(['organization_moving', 'shutting_down'])

declare module 'fastify' {
  interface FastifyInstance {
    /** The response to an error, with the cell of an organization or credential not served here. */
    problemOf(error: unknown, acceptedTypes: readonly string[]): Promise<Problem>
  }
}

const NO_OPERATION = 'No operation has this method and path. /openapi.json lists all.'

/** The one place where an error becomes a response. */
export const errorHandler = fp<Options>(async (app, { otherCells, sql }) => {
  app.decorate('problemOf', async (thrown: unknown, acceptedTypes: readonly string[]) =>
    problemOf(await translateCellError(thrown, sql, otherCells), acceptedTypes),
  )
  app.setErrorHandler(async (error, request, reply) => {
    const described = await app.problemOf(error, bodyDocs(request).types)
    const problem = withIgnored(error, described, request, reply)
    const isFault = problem.statusCode >= 500 && !PLANNED.has(problem.code)
    if (isFault) app.log.error({ requestId: request.id, err: error }, 'a request failed')
    const isElsewhere = problem.details?.cellUrl !== undefined && request.routeOptions.config.isLink
    return isElsewhere
      ? redirectToCell(problem, request, reply)
      : sendProblem(problem, request, reply)
  })

  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? new HttpError(404, 'not_found', NO_OPERATION) : undefined)
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
function redirectToCell(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  const cellUrl = problem.details?.cellUrl
  const address = cellUrl && linkAt(cellUrl, request.url)
  if (!address) return sendProblem(problemOf(notFound(), []), request, reply)
  request.problemCode = problem.code
  return reply.redirect(address, 307)
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  request.problemCode = problem.code
  // The record was ready to send, but its commit failed.
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
 * Keeps the connection open, even after a 413: closing it while the client sends would reset it, and the client would
 * lose the response. A client that asked to close it will do so itself.
 */
function keepOpen(reply: FastifyReply): void {
  reply.removeHeader('connection')
  reply.raw.shouldKeepAlive = true
}

/**
 * Whether the rest of the body is of unknown length or above {@link MAX_REFUSED_BYTES}. Node.js reads shorter bodies and
 * reuses the connection.
 */
function mustClose({ raw }: FastifyRequest): boolean {
  if (raw.complete) return false
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  return encoding !== undefined || Number(length) > MAX_REFUSED_BYTES
}
