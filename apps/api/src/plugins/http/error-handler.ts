import type { Sql } from '@mediajobs/db'
import { type CellUrls, linkAt, MAX_REFUSED_BYTES, type ProblemCode } from '@mediajobs/domain'
import { errorAtHome } from '@mediajobs/moves/home'
import { notFound } from '@mediajobs/operations/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import {
  errorBody,
  HttpError,
  InvalidInput,
  type Problem,
  problemOf,
} from '../../vocabulary/errors.ts'
import { bodyDocs } from '../../vocabulary/operation-docs.ts'
import { setIgnoredHeader, unknownFields, wantsStrict } from '../body/unknown-fields.ts'
import { SAFE_HEADERS } from './response-headers.ts'

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
