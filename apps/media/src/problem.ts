import { STATUS_CODES } from 'node:http'
import { PROBLEM_CODES, type ProblemCode } from '@mediajobs/domain'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** A refused request, with a status and code of docs/errors.md. */
export class Problem extends Error {
  readonly statusCode: number
  readonly code: ProblemCode
  readonly retryAfterSeconds: number | undefined
  /** With `wrong_cell`: the base URL of the archive's cell. */
  cellUrl: string | undefined

  constructor(code: ProblemCode, message: string, retryAfterSeconds?: number) {
    super(message)
    this.statusCode = PROBLEM_CODES[code]
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The error handler. The body is like the api's. */
export function respondWithProblem(
  error: FastifyError | Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = error instanceof Problem ? error : ourFault(error, request)
  const { statusCode, code, message, retryAfterSeconds, cellUrl } = problem
  const { id: requestId } = request
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply
    .code(statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .removeHeader('content-length')
    .removeHeader('content-disposition')
    .send({ statusCode, error: STATUS_CODES[statusCode], code, message, requestId, cellUrl })
}

const RETRY_SECONDS = 5

function ourFault(error: FastifyError, request: FastifyRequest): Problem {
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return new Problem('not_found', 'Not found.')
  }
  request.log.error({ err: error }, 'a request failed')
  // Before the first byte, only the database can fail.
  return new Problem('database_unavailable', 'Try again in a few seconds.', RETRY_SECONDS)
}
