import type { PROBLEM_CODES, ProblemCode } from '@mediajobs/domain'

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
