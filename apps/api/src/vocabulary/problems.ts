import {
  FIELD_CODES,
  type FieldCode,
  MAX_VIOLATIONS,
  PROBLEM_CODES,
  type ProblemCode,
} from '@mediajobs/domain'
import { type TProperties, Type } from '@sinclair/typebox'
import { HttpStatus, Named } from './schemas.ts'

export const ProblemCodes = Type.Unsafe<ProblemCode>({
  title: 'ProblemCode',
  type: 'string',
  enum: Object.keys(PROBLEM_CODES),
  description: [
    'Machine-readable. docs/errors.md says how to handle each. New codes may be added: fall back to the status.',
    ...codesByStatus(),
  ].join('\n'),
})

function codesByStatus(): string[] {
  const byStatus = Object.groupBy(Object.entries(PROBLEM_CODES), ([, status]) => status)
  return Object.entries(byStatus).map(
    ([status, codes]) => `- ${status}: ${codes.map(([code]) => `\`${code}\``).join(', ')}`,
  )
}

const problem = {
  statusCode: Type.Integer({ ...HttpStatus, description: 'The HTTP status' }),
  error: Type.String({ description: 'The HTTP reason phrase' }),
  code: ProblemCodes,
}
const requestId = Type.String({
  description: 'Identifies the request in the log. Also in x-request-id',
})

const FieldCodes = Type.Unsafe<FieldCode>({
  title: 'FieldCode',
  type: 'string',
  enum: Object.keys(FIELD_CODES),
  description: [
    'Machine-readable. New codes may be added.',
    ...Object.entries(FIELD_CODES).map(([code, meaning]) => `- \`${code}\`: ${meaning}`),
  ].join('\n'),
})

export const RefusedField = Named('RefusedField', {
  path: Type.String({
    description:
      "`lineItems[2].amount`, the name of a query parameter or header, or '' for the whole body",
  }),
  code: FieldCodes,
  message: Type.String({ description: 'Also in the message of the response' }),
})

const fields = Type.Optional(
  Type.Array(RefusedField, {
    description: 'The refused fields, parameters and headers. Absent if there are none',
    minItems: 1,
    maxItems: MAX_VIOLATIONS,
  }),
)

/** The body of a 400. */
export const InvalidRequest = Named('InvalidRequest', {
  ...problem,
  message: Type.Array(Type.String(), {
    description: 'One sentence per violation, starting with the path of the field',
    minItems: 1,
    maxItems: MAX_VIOLATIONS,
  }),
  fields,
  requestId,
})

/** The body of an error with additional fields. */
export function ProblemWith<More extends TProperties>(name: string, more: More) {
  const message = Type.String({ description: 'What is wrong, for people' })
  return Named(name, { ...problem, message, fields, requestId, ...more })
}

/** The body of a 421. */
export const WrongCell = ProblemWith('WrongCell', {
  cellUrl: Type.String({ description: 'The base URL of the cell that knows the credential' }),
})

/** The body of a 402. */
export const PaymentRequired = ProblemWith('PaymentRequired', {
  payUrl: Type.String({ description: 'Where the client pays' }),
})

/** The body of a 409 of an operation with a fee. */
export const FeeChanged = ProblemWith('FeeChanged', {
  fee: Type.Optional(
    Named(
      'ChangedFee',
      { feeAmount: Type.Integer(), currency: Type.Union([Type.String(), Type.Null()]) },
      { description: 'With `fee_changed`: the current fee' },
    ),
  ),
})

/** The body of every other error. */
export const Problem = ProblemWith('Problem', {})
