import type { Sql } from '@mediajobs/db'
import { type CellUrls, linkAt, MAX_REFUSED_BYTES, type ProblemCode } from '@mediajobs/domain'
import { notFound } from '@mediajobs/operations/errors'
import { atItsNewHome } from '@mediajobs/operations/moves'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { errorBody, HttpError, InvalidInput, type Problem, problemOf } from '../../errors.ts'
import { bodyDocs } from '../../operation-docs.ts'
import { atItsCell } from '../../wrong-cell.ts'
import { ignoredMessages, setIgnoredHeader, wantsStrict } from '../body/ignored-fields.ts'
import { SAFE_HEADERS } from './safe-headers.ts'

interface Options {
  /** The base URL of each other cell. */
  otherCells: CellUrls
  /** Where moves of organizations are looked up. */
  sql: Sql
}

// A 503 is right then: the organization moves, or the process ends and probes find it not ready.
const PLANNED: ReadonlySet<ProblemCode> = new Set(['organization_moving', 'shutting_down'])

declare module 'fastify' {
  interface FastifyInstance {
    /** The response to an error; an organization or a credential of another cell is looked up there. */
    problemOf(error: unknown, takenTypes: readonly string[]): Promise<Problem>
  }
}

/** The one place where an error becomes a response. */
export const errorHandler = fp<Options>(async (app, { otherCells, sql }) => {
  app.decorate('problemOf', async (thrown: unknown, takenTypes: readonly string[]) => {
    // When the lookup fails, the error stays as it is.
    const error = atItsCell(await atItsNewHome(thrown, sql).catch(() => thrown), otherCells)
    return problemOf(error, takenTypes)
  })
  app.setErrorHandler(async (error, request, reply) => {
    const described = await app.problemOf(error, bodyDocs(request).types)
    const problem = withIgnored(error, described, request, reply)
    const isFault = problem.statusCode >= 500 && !PLANNED.has(problem.code)
    if (isFault) request.log.error({ err: error }, 'a request failed')
    const isElsewhere = problem.cellUrl !== undefined && request.routeOptions.config.isLink
    return isElsewhere ? leadOn(problem, request, reply) : sendProblem(problem, request, reply)
  })

  const limit = app.rateLimit()
  app.addHook('onRequest', async function refuseUnknown(request, reply) {
    if (!request.is404) return
    await limit.call(app, request, reply)
    throw new HttpError(404, 'not_found', 'There is nothing at this address.')
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
  return { ...problem, messages: [...problem.messages, ...ignoredMessages(error.ignored)] }
}

/** Redirects a link to its cell. A link that another cell has redirected here is unknown. */
function leadOn(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  const address = problem.cellUrl && linkAt(problem.cellUrl, request.url)
  if (!address) return sendProblem(problemOf(notFound(), []), request, reply)
  request.problemCode = problem.code
  return reply.redirect(address, 307)
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  request.problemCode = problem.code
  // The response with the record was ready, but its commit failed.
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
 * A connection that is closed while its client is still sending is reset, and the client loses the
 * response. So it stays open: also after a 413, where Fastify would close it, and when the client asked to
 * close it. Such a client closes it when it has the response.
 */
function keepOpen(reply: FastifyReply): void {
  reply.removeHeader('connection')
  reply.raw.shouldKeepAlive = true
}

/**
 * Whether the body is of unknown length, or longer than {@link MAX_REFUSED_BYTES}: then the connection is
 * closed. Node.js reads a shorter body to its end, so that the connection can be used again.
 */
function mustClose({ raw }: FastifyRequest): boolean {
  if (raw.complete) return false
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  return encoding !== undefined || Number(length) > MAX_REFUSED_BYTES
}
