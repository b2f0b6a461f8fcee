import { PROBLEM_CODES, type ProblemCode } from '@mediajobs/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An error that a page raises, reported like the API's. */
export class PageError extends Error {
  readonly problem: { statusCode: number; code: ProblemCode; messages: readonly string[] }

  constructor(
    ...[statusCode, code, message]: {
      [Code in ProblemCode]: [statusCode: (typeof PROBLEM_CODES)[Code], code: Code, message: string]
    }[ProblemCode]
  ) {
    super(message)
    this.problem = { statusCode, code, messages: [message] }
  }
}

/** Sets the status of `code`, and the code in the request log, for a form that the page itself refuses. */
export function refuseAs(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  code: ProblemCode,
): void {
  request.problemCode = code
  reply.code(PROBLEM_CODES[code])
}
