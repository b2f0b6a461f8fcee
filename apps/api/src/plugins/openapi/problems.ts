import { MAX_VIOLATIONS } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { ProblemCodes } from '../../problem-code.ts'
import { HttpStatus } from '../../schemas.ts'

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

/** The body of a 421. */
export const WrongCell = Type.Object(
  {
    ...problem,
    message: Type.String({ description: 'What is wrong, for people' }),
    requestId,
    cellUrl: Type.String({ description: 'The base URL of the cell that knows the credential' }),
  },
  { title: 'WrongCell' },
)

/** The body of every other response that is not a success. */
export const Problem = Type.Object(
  { ...problem, message: Type.String({ description: 'What is wrong, for people' }), requestId },
  { title: 'Problem' },
)
