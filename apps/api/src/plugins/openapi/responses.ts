import { STATUS_CODES } from 'node:http'
import type { Access } from '@mediajobs/domain'
import type { TSchema } from '@sinclair/typebox'
import { InvalidRequest, PaymentRequired, Problem, WrongCell } from '../../vocabulary/problems.ts'
import type { Shared } from './components.ts'

const DESCRIPTIONS: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done; no body',
  307: 'Redirect to `location`',
  304: 'The ETag in If-None-Match is current; no body',
  400: 'The request is invalid: each message names a violation',
  401: 'No valid credential',
  402: 'The delivery is locked until its invoice is paid, at `payUrl`',
  403: 'The credential may not do this',
  404: 'The record does not exist, or belongs to another organization',
  408: 'The request took too long to arrive',
  409: 'Conflict with the current state, named by the code',
  412: 'The ETag in If-Match is not current: nothing was changed',
  413: 'The body is too large',
  415: 'Unsupported body type',
  421: 'The credential belongs to another cell: send the request to `cellUrl`, once',
  422: 'The Idempotency-Key was used with another body',
  429: 'Too many calls: retry after the time in Retry-After',
  431: 'The URL and headers are too large',
  500: 'Something went wrong on our side',
  503: 'A part of the service is unavailable: try again soon',
}

interface Header extends Shared {
  description: string
  required?: true
  schema: { type: string; minimum?: number }
}

type Headers = Record<string, Header>

function text(name: string, description: string): Headers {
  return {
    [name]: { component: `headers/${pascal(name)}`, description, schema: { type: 'string' } },
  }
}

function whole(name: string, description: string, minimum: number): Headers {
  const schema = { type: 'integer', minimum }
  return { [name]: { component: `headers/${pascal(name)}`, description, schema } }
}

/** `retry-after` is `RetryAfter`, `x-request-id` is `RequestId`. */
function pascal(name: string): string {
  const words = name.replace(/^x-/, '').split('-')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function always(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, { ...header, required: true }]),
  )
}

function maybe(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [
      name,
      { ...header, component: `${header.component}IfKnown` },
    ]),
  )
}

const ON_EVERY_RESPONSE = always({
  ...text('x-request-id', 'Identifies this request in the log'),
  ...text(
    'cache-control',
    '`no-store`; with an ETag `private, no-cache`: may be stored, but must be revalidated each time',
  ),
  ...text('vary', 'The headers that identify the caller, so caches keep callers apart'),
  ...text('x-content-type-options', '`nosniff`: disables content type sniffing'),
})
const LIMITS = {
  ...whole('x-ratelimit-limit', 'Calls allowed in the window with the fewest calls left', 1),
  ...whole('x-ratelimit-remaining', 'Calls left in this window', 0),
  ...whole('x-ratelimit-reset', 'Whole seconds until the oldest call leaves this window', 1),
}
const MAY_RETRY_AFTER = whole('retry-after', 'Whole seconds to wait', 1)
const RETRY_AFTER = always(MAY_RETRY_AFTER)
const CREDENTIALS = always(text('www-authenticate', 'Accepted kinds of credentials'))
const IGNORED = text('x-ignored-fields', 'Dropped unknown body fields')
const ETAG = always(text('etag', 'The version of the record, for If-Match or If-None-Match'))
const LOCATION = always(
  text(
    'location',
    'The URL of the result: the progress of an import, an archive, or the link at another cell',
  ),
)
const REPLAYED = text(
  'idempotency-replayed',
  '`true` if this is the stored response of the first request',
)

// Possible before the caller's limits are known: without a valid x-org-id or without the database.
const MAYBE_WITHOUT_LIMITS = [400, 404, 500, 503]

const NOT_MODIFIED = 304

export const JSON_TYPE = 'application/json'

// Sent before the request is parsed.
const UNREADABLE = [408, 431]

// Responses without rate limit headers.
const SAME_FOR_ALL = [401, 421, ...UNREADABLE]

/** The properties of an operation that decide its responses. */
export interface Operation {
  access: Access
  /** Requires a session, but no organization. */
  needsSession: boolean
  /** Requires a customer's session. */
  needsPortal: boolean
  /** Accepts a credential: a key, a session, or a token in its path or body. */
  takesCredential: boolean
  /** A link, which may be redirected to another cell. */
  isLink: boolean
  /** A health probe, without rate limits. */
  isProbe: boolean
  hasParams: boolean
  hasBody: boolean
  /** Reads a body even if it accepts none. */
  readsBody: boolean
  /** Successes: schemas by status. */
  stated: Record<string, TSchema>
  /** Specific errors: meanings by status. */
  problems: Record<number, string>
  /** Statuses that may have Retry-After. */
  mayRetry: readonly number[]
  /** Specific headers of every success. */
  responseHeaders: Record<string, string>
  /** The media type of successes. */
  produces: string
  /** Another media type, by `Accept`. */
  alsoProduces: string | undefined
  hasETag: boolean
  isReread: boolean
  isConditional: boolean
  isRepeatable: boolean
}

/** An operation's responses: those it states, and those of its kind. */
export function responsesOf(operation: Operation): Record<string, object> {
  const { stated, problems } = operation
  const statuses = new Set([...Object.keys(stated), ...Object.keys(problems)].map(Number))
  for (const status of commonProblems(operation)) statuses.add(status)
  return Object.fromEntries(
    [...statuses]
      .sort((a, b) => a - b)
      .map((status) => [String(status), responseOf(status, operation)]),
  )
}

function commonProblems(operation: Operation): number[] {
  const { access, needsSession, isProbe, hasParams, readsBody, isReread, isConditional } = operation
  const ofOrganization = access !== 'public'
  const scoped = ofOrganization && (access.scope !== 'ANY' || access.roles !== undefined)
  // These query it, if only to find the caller.
  const usesDatabase = ofOrganization || needsSession || hasParams || readsBody
  return [
    ...(isReread ? [NOT_MODIFIED] : []),
    400,
    ...(ofOrganization || needsSession ? [401] : []),
    ...(scoped ? [403] : []),
    ...(ofOrganization || hasParams ? [404] : []),
    ...(operation.isRepeatable ? [409, 422] : []),
    408,
    ...(isConditional ? [412] : []),
    ...(readsBody ? [413, 415] : []),
    ...(operation.takesCredential ? [421] : []),
    ...(isProbe ? [] : [429]),
    431,
    500,
    ...(usesDatabase ? [503] : []),
  ]
}

function responseOf(status: number, operation: Operation): object {
  const { stated, problems } = operation
  const isCommon = stated[status] === undefined && problems[status] === undefined
  const schema = stated[status] ?? PROBLEMS[status] ?? Problem
  return {
    ...(isCommon && { component: `responses/${commonName(status, operation)}` }),
    description: descriptionOf(status, operation),
    headers: headersOf(status, operation),
    ...(hasBody(status, schema) && { content: contentOf(status, schema, operation) }),
  }
}

// All other errors have the body Problem.
const PROBLEMS: Record<number, TSchema> = {
  400: InvalidRequest,
  402: PaymentRequired,
  421: WrongCell,
}

function contentOf(
  status: number,
  schema: TSchema,
  { stated, produces, alsoProduces }: Operation,
): object {
  if (stated[status] === undefined) return { [JSON_TYPE]: { schema } }
  return {
    [produces]: { schema },
    ...(alsoProduces && { [alsoProduces]: { schema: { type: 'string' } } }),
  }
}

function hasBody(status: number, schema: TSchema): boolean {
  return status !== NOT_MODIFIED && schema.type !== 'null'
}

function commonName(status: number, operation: Operation): string {
  const phrase = (STATUS_CODES[status] ?? '').replaceAll(/[^A-Za-z]/g, '')
  // Most operations aren't public, so only public ones have a prefix.
  const isPublic = operation.access === 'public' && !SAME_FOR_ALL.includes(status)
  return `${isPublic ? 'Public' : ''}${phrase}${mayIgnore(status, operation) ? 'ToBody' : ''}`
}

function descriptionOf(status: number, { problems, isRepeatable }: Operation): string {
  const own = problems[status] ?? DESCRIPTIONS[status] ?? 'Another response'
  if (status !== 409 || !isRepeatable) return own
  const running = 'a request with this Idempotency-Key is in progress: `idempotency_in_progress`'
  return problems[409] ? `${own}; or ${running}` : `Conflict: ${running}`
}

function headersOf(status: number, operation: Operation): Headers {
  const { hasETag, isRepeatable, mayRetry, responseHeaders, stated } = operation
  const succeeded = status < 400 && status !== NOT_MODIFIED
  const isRecord = status === NOT_MODIFIED || (succeeded && stated[status]?.type !== 'null')
  const own = Object.entries(responseHeaders).map(([name, what]) => always(text(name, what)))
  const limits = MAYBE_WITHOUT_LIMITS.includes(status) ? maybe(LIMITS) : always(LIMITS)
  return {
    ...ON_EVERY_RESPONSE,
    ...(hasLimits(status, operation) && limits),
    ...(status === 401 && CREDENTIALS),
    ...((status === 429 || status === 503) && RETRY_AFTER),
    ...(mayRetry.includes(status) && maybe(MAY_RETRY_AFTER)),
    ...(mayIgnore(status, operation) && IGNORED),
    ...(hasETag && isRecord && ETAG),
    ...(isRepeatable && (succeeded || status === 409) && REPLAYED),
    ...(succeeded && Object.assign({}, ...own)),
    ...(operation.isLink && status === 307 && LOCATION),
  }
}

function hasLimits(status: number, { access }: Operation): boolean {
  return access !== 'public' && !SAME_FOR_ALL.includes(status)
}

// Once the body is read, the dropped fields are known, so later errors name them too.
function mayIgnore(status: number, { access, hasBody, problems }: Operation): boolean {
  // Tokens in paths and bodies are looked up after the body is read.
  const isOfToken = status === 421 && access === 'public'
  const comesBefore =
    [413, 415, 429, ...SAME_FOR_ALL].includes(status) && problems[status] === undefined
  return hasBody && (isOfToken || !comesBefore)
}
