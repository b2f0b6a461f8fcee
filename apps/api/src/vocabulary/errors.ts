import { STATUS_CODES } from 'node:http'
import { isTimeUp, type Unavailability, unavailabilityOf } from '@mediajobs/db'
import {
  type FieldCode,
  MAX_SEARCH_MS,
  MAX_VIOLATIONS,
  type PROBLEM_CODES,
  type ProblemCode,
  type RefusedField,
} from '@mediajobs/domain'
import { ObjectStoreRefused, ObjectStoreUnavailable } from '@mediajobs/object-store'
import { OperationError, type Refusal } from '@mediajobs/operations/errors'
import { PageError } from '@mediajobs/pages/errors'

/** The body of every response that is not a success: docs/contract.md#c1-errors-body */
export interface ErrorBody {
  statusCode: number
  error: string
  code: ProblemCode
  message: string | string[]
  requestId: string
  /** The refused fields, at most {@link MAX_VIOLATIONS}. Absent when no field is refused. */
  fields?: RefusedField[]
  /** Only with `wrong_cell`: the base URL of the cell that knows the credential. */
  cellUrl?: string
}

/** The content of an error response. */
export interface Problem {
  statusCode: number
  code: ProblemCode
  messages: readonly string[]
  fields?: readonly RefusedField[]
  /** Whole seconds. */
  retryAfterSeconds?: number
  cellUrl?: string
}

const STATUS_OF: Record<Refusal, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  precondition_failed: 412,
  conflict: 409,
  wrong_cell: 421,
  unavailable: 503,
  too_many: 429,
}

const DATABASE_RETRY_SECONDS = 1
// An operator has to make room first.
const FULL_RETRY_SECONDS = 10
const OBJECT_STORE_RETRY_SECONDS = 5

/** The status of a code, the code and its messages. */
type ProblemArguments = {
  [Code in ProblemCode]: [
    statusCode: (typeof PROBLEM_CODES)[Code],
    code: Code,
    messages: string | readonly string[],
  ]
}[ProblemCode]

/** An error outside of any operation. */
export class HttpError extends Error {
  problem: Problem

  constructor(...[statusCode, code, text]: ProblemArguments) {
    const messages = [text].flat()
    super(messages.join('; '))
    this.problem = { statusCode, code, messages }
  }

  /** Names the refused field. @returns itself */
  at(path: string, code: FieldCode): this {
    const fields = this.problem.messages.map((message) => ({ path, code, message }))
    this.problem = { ...this.problem, fields }
    return this
  }

  /** Adds `Retry-After` to the response. @returns itself */
  retryAfter(retryAfterSeconds: number): this {
    this.problem = { ...this.problem, retryAfterSeconds }
    return this
  }
}

/**
 * The input does not match its schema. Keeps the first {@link MAX_VIOLATIONS} violations; `ignored` has the
 * unknown fields dropped from the input.
 */
export class InvalidInput extends HttpError {
  readonly ignored: readonly string[]

  constructor(violations: readonly RefusedField[], ignored: readonly string[] = []) {
    const fields = violations.slice(0, MAX_VIOLATIONS)
    const messages = fields.map(({ message }) => message)
    super(400, 'invalid_request', messages)
    this.problem = { ...this.problem, fields }
    this.ignored = ignored
  }
}

/** Refuses the whole body. */
export function invalidBody(code: FieldCode, message: string): HttpError {
  return new HttpError(400, 'invalid_request', message).at('', code)
}

/**
 * The error response for `error`. An unexpected error is a 500 without details.
 *
 * @param takenTypes media types of bodies that the operation accepts; empty for none.
 */
export function problemOf(error: unknown, takenTypes: readonly string[]): Problem {
  if (error instanceof HttpError || error instanceof PageError) return error.problem
  if (error instanceof OperationError) return ofOperation(error)
  const ofFramework = frameworkProblem(error as { code?: unknown }, takenTypes)
  if (ofFramework) return ofFramework
  // Before the database: both may fail with the same cause, a refused connection.
  if (error instanceof ObjectStoreUnavailable) {
    return {
      statusCode: 503,
      code: 'object_store_unavailable',
      messages: [
        error instanceof ObjectStoreRefused
          ? 'The object store refuses this service. No media was created. The operator of the service has to mend it: try again later.'
          : 'The object store cannot be used right now. No media was created. Try again soon.',
      ],
      retryAfterSeconds: OBJECT_STORE_RETRY_SECONDS,
    }
  }
  if (isTimeUp(error)) {
    return {
      statusCode: 503,
      code: 'search_timeout',
      messages: [
        `The search took longer than ${MAX_SEARCH_MS} ms. Search for more or longer words, or filter the list.`,
      ],
      retryAfterSeconds: DATABASE_RETRY_SECONDS,
    }
  }
  const unavailability = unavailabilityOf(error)
  if (unavailability !== null) return ofDatabase(unavailability)
  return {
    statusCode: 500,
    code: 'internal_error',
    messages: ['Something went wrong on our side. Use the request id to find it in the log.'],
  }
}

// When the connection breaks during a COMMIT, the change may be committed.
const REPEAT = 'Try again soon, with the same Idempotency-Key: the change may have been made.'

const UNAVAILABLE_TEXTS: Record<Unavailability, string> = {
  full:
    'The database has no space left, so it takes no changes until its operator makes room. Reads may still work. ' +
    'Try again later, with the same Idempotency-Key.',
  connections: `The database has no free connection right now. ${REPEAT}`,
  read_only: `The database takes no changes right now. ${REPEAT}`,
  timeout: `The database took too long. ${REPEAT}`,
  unreachable: `The database cannot be reached right now. ${REPEAT}`,
  other: `The database could not finish this. ${REPEAT}`,
}

function ofDatabase(unavailability: Unavailability): Problem {
  return {
    statusCode: 503,
    code: 'database_unavailable',
    messages: [UNAVAILABLE_TEXTS[unavailability]],
    retryAfterSeconds: unavailability === 'full' ? FULL_RETRY_SECONDS : DATABASE_RETRY_SECONDS,
  }
}

/** `message` is an array for a 400 and a string for every other status. */
export function errorBody(problem: Problem, requestId: string): ErrorBody {
  const { statusCode, code, messages, fields = [], cellUrl } = problem
  return {
    statusCode,
    error: STATUS_CODES[statusCode] ?? 'Error',
    code,
    message: statusCode === 400 ? messages.slice(0, MAX_VIOLATIONS) : messages.join(' '),
    ...(fields.length > 0 && { fields: fields.slice(0, MAX_VIOLATIONS) }),
    requestId,
    ...(cellUrl !== undefined && { cellUrl }),
  }
}

function ofOperation(error: OperationError): Problem {
  const { kind, code, messages, fields, retryAfterSeconds, cellUrl } = error
  return {
    statusCode: STATUS_OF[kind],
    code,
    messages,
    fields,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(cellUrl !== undefined && { cellUrl }),
  }
}

function frameworkProblem(
  error: { code?: unknown },
  takenTypes: readonly string[],
): Problem | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { statusCode: 413, code: 'body_too_large', messages: ['The body is too large.'] }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return {
        statusCode: 415,
        code: 'unsupported_media_type',
        messages: [typeSentence(takenTypes)],
      }
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalidBody('wrong_format', 'body does not have the length that content-length states')
        .problem
    default:
      return undefined
  }
}

function typeSentence(taken: readonly string[]): string {
  if (taken.length === 0) return 'This operation takes no body: send none.'
  return `The type of the body is not supported here. Send it with content-type: ${taken.join(' or ')}.`
}
