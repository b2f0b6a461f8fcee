import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { errorBody, InvalidInput, type Problem, problemOf } from '../errors.ts'
import { ignoredMessages, setIgnoredHeader, wantsStrict } from './ignored-fields.ts'

/** The one place where an error becomes an answer. */
export const errorHandler = fp(async (app) => {
  app.setErrorHandler((error, request, reply) => {
    const problem = withIgnored(error, problemOf(error), request, reply)
    if (problem.statusCode >= 500) request.log.error({ err: error }, 'a request failed')
    return answer(problem, request, reply)
  })

  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) =>
    answer(
      { statusCode: 404, code: 'not_found', messages: ['There is nothing at this address.'] },
      request,
      reply,
    ),
  )
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

function answer(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  request.problemCode = problem.code
  if (problem.retryAfterSeconds !== undefined)
    reply.header('retry-after', problem.retryAfterSeconds)
  if (problem.statusCode === 401) reply.header('www-authenticate', 'Bearer, ApiKey')
  return reply
    .code(problem.statusCode)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(problem, request.id))
}
