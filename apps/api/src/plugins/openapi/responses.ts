import { STATUS_CODES } from 'node:http'
import type { Access } from '@mediajobs/domain'
import type { TSchema } from '@sinclair/typebox'
import { InvalidRequest, Problem, WrongCell } from '../../vocabulary/problems.ts'
import type { Shared } from './components.ts'

const DESCRIPTIONS: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done; there is no body',
  307: 'It is at another address, which `location` names',
  304: 'The record has the ETag in If-None-Match: there is no body',
  400: 'The request is not valid: each message names one violation',
  401: 'No valid credential was sent',
  403: 'The credential may not do this',
  404: 'The record does not exist, or belongs to another organization',
  408: 'The request did not arrive completely in time',
  409: 'The request conflicts with the current state: the code names the conflict',
  412: 'The record does not have the ETag in If-Match: nothing was changed',
  413: 'The body is too large',
  415: 'The type of the body is not supported here',
  421: 'The credential is of another cell: send the request to `cellUrl`, once',
  422: 'The Idempotency-Key was used with another body',
  429: 'Too many calls: wait for as long as Retry-After says',
  431: 'The URL and the headers are too large',
  500: 'Something went wrong on our side',
  503: 'The service cannot reach a part that it needs: try again soon',
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
  ...text('x-request-id', 'Finds this request in the log'),
  ...text(
    'cache-control',
    '`no-store`; with an ETag `private, no-cache`: store it, and ask each time whether it is still current',
  ),
  ...text(
    'vary',
    'The headers that name the caller: a cache must not give one caller the response of another',
  ),
  ...text('x-content-type-options', '`nosniff`: do not guess another content type'),
})
const LIMITS = {
  ...whole('x-ratelimit-limit', 'The most calls of the window with the fewest calls left', 1),
  ...whole('x-ratelimit-remaining', 'Calls that are left in this window', 0),
  ...whole('x-ratelimit-reset', 'Whole seconds until the oldest call leaves this window', 1),
}
const MAY_RETRY_AFTER = whole('retry-after', 'Whole seconds to wait', 1)
const RETRY_AFTER = always(MAY_RETRY_AFTER)
const CREDENTIALS = always(text('www-authenticate', 'The kinds of credentials that are accepted'))
const IGNORED = text('x-ignored-fields', 'Unknown body fields that were dropped')
const ETAG = always(
  text('etag', 'The version of the record. Send it back as If-Match or If-None-Match'),
)
const LOCATION = always(
  text(
    'location',
    'Where the result is: the progress of an import, an archive, the link at another cell',
  ),
)
const REPLAYED = text(
  'idempotency-replayed',
  '`true` when this is the stored response of the first request',
)

// These may be sent before the caller and their limits are known: a session may name no organization, or
// another organization, and the database may be unavailable.
const MAYBE_WITHOUT_LIMITS = [400, 404, 500, 503]

const NOT_MODIFIED = 304

/** The media type of most bodies. */
export const JSON_TYPE = 'application/json'

// Sent before any of the request is parsed.
const UNREADABLE = [408, 431]

// These have no limits to show, for any caller.
const SAME_FOR_ALL = [401, 421, ...UNREADABLE]

/** The properties of an operation that decide its responses. */
export interface Operation {
  access: Access
  /** It needs a session, but no organization. */
  needsSession: boolean
  /** It takes a credential: a key, a session, or a token in its path or its body. */
  takesCredential: boolean
  /** It is a link, which may be redirected to another cell. */
  isLink: boolean
  /** Its calls are not counted. */
  isProbe: boolean
  hasParams: boolean
  /** It accepts a body. */
  hasBody: boolean
  /** It reads a body that is sent, even if it accepts none. */
  readsBody: boolean
  /** The success responses that its route states: by status, the schema of the body. */
  stated: Record<string, TSchema>
  /** Errors that only this operation has: by status, what each means. */
  problems: Record<number, string>
  /** Its specific failures that may have Retry-After. */
  mayRetry: readonly number[]
  /** Headers that only this operation has, on every success. */
  responseHeaders: Record<string, string>
  /** The media type of its success. */
  produces: string
  /** It is about a record that has an ETag. */
  hasETag: boolean
  /** It takes If-None-Match. */
  isReread: boolean
  /** It takes If-Match. */
  isConditional: boolean
  /** It takes an Idempotency-Key. */
  isRepeatable: boolean
}

/** All responses of an operation: those that it states, and those of all operations of its kind. */
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
  // It needs the database, even if only to find the caller.
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
    ...(hasBody(status, schema) && { content: { [typeOf(status, operation)]: { schema } } }),
  }
}

// Of the others it is Problem.
const PROBLEMS: Record<number, TSchema> = { 400: InvalidRequest, 421: WrongCell }

function typeOf(status: number, { stated, produces }: Operation): string {
  return stated[status] === undefined ? JSON_TYPE : produces
}

function hasBody(status: number, schema: TSchema): boolean {
  return status !== NOT_MODIFIED && schema.type !== 'null'
}

function commonName(status: number, operation: Operation): string {
  const phrase = (STATUS_CODES[status] ?? '').replaceAll(/[^A-Za-z]/g, '')
  // Most operations need a credential, so their responses have the names without a prefix.
  const isPublic = operation.access === 'public' && !SAME_FOR_ALL.includes(status)
  return `${isPublic ? 'Public' : ''}${phrase}${mayIgnore(status, operation) ? 'ToBody' : ''}`
}

function descriptionOf(status: number, { problems, isRepeatable }: Operation): string {
  const own = problems[status] ?? DESCRIPTIONS[status] ?? 'Another response'
  if (status !== 409 || !isRepeatable) return own
  const running = 'a request with this Idempotency-Key is running: `idempotency_in_progress`'
  return problems[409] ? `${own}; or ${running}` : `There is a conflict: ${running}`
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

// The dropped fields are known once the body was read, also for an error after that.
function mayIgnore(status: number, { access, hasBody, problems }: Operation): boolean {
  // Tokens in paths and bodies are looked up after the body was read.
  const isOfToken = status === 421 && access === 'public'
  const comesBefore =
    [413, 415, 429, ...SAME_FOR_ALL].includes(status) && problems[status] === undefined
  return hasBody && (isOfToken || !comesBefore)
}
