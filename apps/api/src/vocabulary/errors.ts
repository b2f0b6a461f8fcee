import { STATUS_CODES } from 'node:http'
import { isTimeUp, type Unavailability, unavailabilityOf } from '@mediajobs/db'
import {
  type FieldCode,
  MAX_SEARCH_MS,
  MAX_VIOLATIONS,
  type PROBLEM_CODES,
  type ProblemCode,
  type ProblemCodeOf,
  type RefusedField,
} from '@mediajobs/domain'
import { ObjectStoreRefused, ObjectStoreUnavailable } from '@mediajobs/object-store'
import { OperationError, type Refusal, type RefusalDetails } from '@mediajobs/operations/errors'
import { PageError } from '@mediajobs/pages/errors'

/** docs/contract.md#c1-errors-body */
export interface ErrorBody extends RefusalDetails {
  statusCode: number
  error: string
  code: ProblemCode
  message: string | string[]
  requestId: string
  /** At most {@link MAX_VIOLATIONS}. Absent if no field is refused. */
  fields?: RefusedField[]
}

/** The content of an error response. */
export interface Problem {
  statusCode: number
  code: ProblemCode
  messages: readonly string[]
  fields?: readonly RefusedField[]
  /** Whole seconds. */
  retryAfterSeconds?: number
  details?: RefusalDetails
}

const STATUS_OF: Record<Refusal, number> = {
  invalid: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  precondition_failed: 412,
  conflict: 409,
  wrong_cell: 421,
  unavailable: 503,
  too_many: 429,
}

const DATABASE_RETRY_SECONDS = 1
// An operator must make room first.
const FULL_RETRY_SECONDS = 10
const OBJECT_STORE_RETRY_SECONDS = 5

type ProblemArguments = {
  [Code in ProblemCode]: [
    statusCode: (typeof PROBLEM_CODES)[Code],
    code: Code,
    messages: string | readonly string[],
  ]
}[ProblemCode]

/** An error outside operations. */
export class HttpError extends Error {
  problem: Problem

  constructor(...[statusCode, code, text]: ProblemArguments) {
    const messages = [text].flat()
    super(messages.join('; '))
    this.problem = { statusCode, code, messages }
  }

  /** Names the refused field. */
  at(path: string, code: FieldCode): this {
    const fields = this.problem.messages.map((message) => ({ path, code, message }))
    this.problem = { ...this.problem, fields }
    return this
  }

  /** Adds `Retry-After`. */
  retryAfter(retryAfterSeconds: number): this {
    this.problem = { ...this.problem, retryAfterSeconds }
    return this
  }
}

/**
 * Input that violates its schema, with the first {@link MAX_VIOLATIONS} violations. `ignored`: dropped unknown fields.
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
 * The response to `error`; a 500 without details if unexpected.
 *
 * @param acceptedTypes media types of bodies that the operation accepts
 */
export function problemOf(error: unknown, acceptedTypes: readonly string[]): Problem {
  if (error instanceof HttpError || error instanceof PageError) return error.problem
  if (error instanceof OperationError) return ofOperation(error)
  const ofFramework = frameworkProblem(error as { code?: unknown }, acceptedTypes)
  if (ofFramework) return ofFramework
  // Before the database: both may fail with ECONNREFUSED.
  if (error instanceof ObjectStoreUnavailable) {
    const text =
      error instanceof ObjectStoreRefused
        ? 'The object store refuses this service until the operator fixes the cause. No media was created. Try again later.'
        : 'The object store is unavailable. No media was created. Try again soon.'
    return unavailable('object_store_unavailable', text, OBJECT_STORE_RETRY_SECONDS)
  }
  if (isTimeUp(error)) {
    const text = `It took longer than ${MAX_SEARCH_MS} ms. Search for more or longer words, filter the list, or report on fewer days.`
    return unavailable('search_timeout', text, DATABASE_RETRY_SECONDS)
  }
  const unavailability = unavailabilityOf(error)
  if (unavailability !== null) {
    const seconds = unavailability === 'full' ? FULL_RETRY_SECONDS : DATABASE_RETRY_SECONDS
    return unavailable('database_unavailable', UNAVAILABLE_TEXTS[unavailability], seconds)
  }
  return {
    statusCode: 500,
    code: 'internal_error',
    messages: ['Something went wrong on our side. The request id identifies it in the log.'],
  }
}

// A connection that breaks during COMMIT may leave the change committed.
const REPEAT = 'Try again soon, with the same Idempotency-Key: the change may have been made.'

const UNAVAILABLE_TEXTS: Record<Unavailability, string> = {
  full:
    'The database is full and accepts no changes until its operator makes room. Reads may still work. ' +
    'Try again later, with the same Idempotency-Key.',
  connections: `The database has no free connection. ${REPEAT}`,
  read_only: `The database is read-only right now. ${REPEAT}`,
  timeout: `The database took too long. ${REPEAT}`,
  unreachable: `The database is unreachable. ${REPEAT}`,
  other: `The database could not complete the request. ${REPEAT}`,
}

function unavailable(code: ProblemCodeOf<503>, text: string, retrySeconds: number): Problem {
  return new HttpError(503, code, text).retryAfter(retrySeconds).problem
}

/** `message` is an array for a 400 and a string for every other status. */
export function errorBody(problem: Problem, requestId: string): ErrorBody {
  const { statusCode, code, messages, fields = [], details } = problem
  return {
    statusCode,
    error: STATUS_CODES[statusCode] ?? 'Error',
    code,
    message: statusCode === 400 ? messages.slice(0, MAX_VIOLATIONS) : messages.join(' '),
    ...(fields.length > 0 && { fields: fields.slice(0, MAX_VIOLATIONS) }),
    requestId,
    ...details,
  }
}

function ofOperation(error: OperationError): Problem {
  const { kind, code, messages, fields, retryAfterSeconds, details } = error
  return {
    statusCode: STATUS_OF[kind],
    code,
    messages,
    fields,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    details,
  }
}

function frameworkProblem(
  error: { code?: unknown },
  acceptedTypes: readonly string[],
): Problem | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpError(413, 'body_too_large', 'The body is too large.').problem
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new HttpError(415, 'unsupported_media_type', typeSentence(acceptedTypes)).problem
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalidBody('wrong_format', 'body does not match its content-length').problem
    default:
      return undefined
  }
}

function typeSentence(accepted: readonly string[]): string {
  if (accepted.length === 0) return 'This operation accepts no body.'
  return `Unsupported body type. Send content-type: ${accepted.join(' or ')}.`
}
