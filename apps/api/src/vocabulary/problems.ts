import {
  FIELD_CODES,
  type FieldCode,
  MAX_VIOLATIONS,
  PROBLEM_CODES,
  type ProblemCode,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { HttpStatus, Named } from './schemas.ts'

/** Every `code`. The description lists them by status. */
export const ProblemCodes = Type.Unsafe<ProblemCode>({
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

/** Every `code` of a field. */
const FieldCodes = Type.Unsafe<FieldCode>({
  title: 'FieldCode',
  type: 'string',
  enum: Object.keys(FIELD_CODES),
  description: [
    'For programs. New codes may be added.',
    ...Object.entries(FIELD_CODES).map(([code, meaning]) => `- \`${code}\`: ${meaning}`),
  ].join('\n'),
})

const fields = Type.Optional(
  Type.Array(
    Type.Object(
      {
        path: Type.String({
          description:
            "As in messages: `lineItems[2].amount`, a query parameter or a header by its name, '' for the whole body",
        }),
        code: FieldCodes,
        message: Type.String({ description: 'What is wrong, as in the message of the response' }),
      },
      { title: 'RefusedField' },
    ),
    {
      description: 'What was refused. Absent when it was no field, parameter or header',
      minItems: 1,
      maxItems: MAX_VIOLATIONS,
    },
  ),
)

/** The body of a 400. */
export const InvalidRequest = Named('InvalidRequest', {
  ...problem,
  message: Type.Array(Type.String(), {
    description: 'One sentence for each violation. It starts with the path of the field',
    minItems: 1,
    maxItems: MAX_VIOLATIONS,
  }),
  fields,
  requestId,
})

/** The body of a 421. */
export const WrongCell = Named('WrongCell', {
  ...problem,
  message: Type.String({ description: 'What is wrong, for people' }),
  fields,
  requestId,
  cellUrl: Type.String({ description: 'The base URL of the cell that knows the credential' }),
})

/** The body of every other response that is not a success. */
export const Problem = Named('Problem', {
  ...problem,
  message: Type.String({ description: 'What is wrong, for people' }),
  fields,
  requestId,
})
