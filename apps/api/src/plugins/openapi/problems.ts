import { MAX_VIOLATIONS, PROBLEM_CODES, type ProblemCode } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { HttpStatus } from '../../schemas.ts'

/** Every `code`. The description lists them by status. */
const ProblemCodes = Type.Unsafe<ProblemCode>({
  title: 'ProblemCode',
  type: 'string',
  enum: Object.keys(PROBLEM_CODES),
  description: [
    'For programs. docs/errors.md states for each code what to do. New codes may be added: use the status when you do not know the code.',
    ...codesByStatus(),
  ].join('\n'),
})

function codesByStatus(): string[] {
  const byStatus = new Map<number, string[]>()
  for (const [code, status] of Object.entries(PROBLEM_CODES)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\``])
  }
  return [...byStatus].map(([status, codes]) => `- ${status}: ${codes.join(', ')}`)
}

const problem = {
  statusCode: Type.Integer({ ...HttpStatus, description: 'The HTTP status' }),
  error: Type.String({ description: 'The HTTP reason phrase' }),
  code: ProblemCodes,
}
const requestId = Type.String({
  description: 'Also in x-request-id. It identifies the request in the log',
})

/** The body of a 400. */
export const InvalidRequest = Type.Object(
  {
    ...problem,
    message: Type.Array(Type.String(), {
      description: 'One sentence for each violation. It starts with the path of the field',
      minItems: 1,
      maxItems: MAX_VIOLATIONS,
    }),
    requestId,
  },
  { title: 'InvalidRequest' },
)

/** The body of every other response that is not a success. */
export const Problem = Type.Object(
  { ...problem, message: Type.String({ description: 'What is wrong, for people' }), requestId },
  { title: 'Problem' },
)
