import { STATUS_CODES } from 'node:http'
import type { TSchema } from '@sinclair/typebox'
import type { Access } from '../../access.ts'
import type { Shared } from './components.ts'
import { InvalidRequest, Problem } from './problems.ts'

const DESCRIPTIONS: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done; there is nothing to say',
  304: 'The record is as the ETag in If-None-Match says: there is no body',
  400: 'Something in the request is wrong: each message names what',
  401: 'No valid credential was sent',
  403: 'The credential may not do this',
  404: 'There is nothing here, or it is another organization’s',
  408: 'The request did not come whole in time',
  409: 'It clashes with what is there: the code says how',
  412: 'The record is not as the ETag in If-Match says: nothing was changed',
  413: 'The body is too large',
  415: 'The body is not of a kind that is taken here',
  422: 'The Idempotency-Key was used with another body',
  429: 'Too many calls: wait for as long as Retry-After says',
  431: 'The address and the headers are too large',
  500: 'Something went wrong on our side',
  503: 'Something that we depend on cannot be reached: try again soon',
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

const ON_EVERY_ANSWER = always({
  ...text('x-request-id', 'Finds this request in the log'),
  ...text(
    'cache-control',
    '`no-store`; with an ETag `private, no-cache`: keep it, and ask each time whether it still holds',
  ),
  ...text('vary', 'The headers that name the caller: no cache may answer one from another’s'),
  ...text('x-content-type-options', '`nosniff`: the content type is what it says'),
})
const LIMITS = {
  ...whole('x-ratelimit-limit', 'Calls that the window with the least left takes', 1),
  ...whole('x-ratelimit-remaining', 'Calls that are left in it', 0),
  ...whole('x-ratelimit-reset', 'Whole seconds until its oldest call leaves it', 1),
}
const RETRY_AFTER = always(whole('retry-after', 'Whole seconds to wait', 1))
const CREDENTIALS = always(text('www-authenticate', 'The kinds of credentials that are taken'))
const IGNORED = text('x-ignored-fields', 'Unknown body fields that were dropped')
const ETAG = always(
  text('etag', 'Names the record as it is now. Send it back as If-Match or If-None-Match'),
)
const REPLAYED = text('idempotency-replayed', '`true` when this is the first answer again')

// These may come before anyone knows whose limits to show: a session may name no organization, or
// another's, and the database may be away.
const MAYBE_WITHOUT_LIMITS = [400, 404, 500, 503]

const NOT_MODIFIED = 304

// Given before anything of the request is understood.
const UNREADABLE = [408, 431]

// They have no limits to show, whoever calls.
const SAME_FOR_ALL = [401, ...UNREADABLE]

/** What decides the answers of an operation. */
export interface Operation {
  access: Access
  /** It asks for a session, though it belongs to no organization. */
  needsSession: boolean
  /** Its calls are not counted. */
  isProbe: boolean
  hasParams: boolean
  /** It has a body that it understands. */
  hasBody: boolean
  /** A body that is sent is read, be it understood or not. */
  readsBody: boolean
  /** Successes that its route states, each with its body. */
  stated: Record<string, TSchema>
  /** Failures of its own, each with what it means there. */
  problems: Record<number, string>
  /** Headers of its own, on every success. */
  responseHeaders: Record<string, string>
  /** It is about a record that has an ETag. */
  hasETag: boolean
  /** It takes If-None-Match. */
  isReread: boolean
  /** It takes If-Match. */
  isConditional: boolean
  /** It takes an Idempotency-Key. */
  isRepeatable: boolean
}

/** Every answer that an operation can give: those that it states, and those that all like it have. */
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
  const isTenants = access !== 'public'
  const scoped = isTenants && (access.scope !== 'ANY' || access.roles !== undefined)
  // It asks the database for something, be it only who calls.
  const asks = isTenants || needsSession || hasParams || readsBody
  return [
    ...(isReread ? [NOT_MODIFIED] : []),
    400,
    ...(isTenants || needsSession ? [401] : []),
    ...(scoped ? [403] : []),
    ...(isTenants || hasParams ? [404] : []),
    ...(operation.isRepeatable ? [409, 422] : []),
    408,
    ...(isConditional ? [412] : []),
    ...(readsBody ? [413, 415] : []),
    ...(isProbe ? [] : [429]),
    431,
    500,
    ...(asks ? [503] : []),
  ]
}

function responseOf(status: number, operation: Operation): object {
  const { stated, problems } = operation
  const isCommon = stated[status] === undefined && problems[status] === undefined
  const schema = stated[status] ?? (status === 400 ? InvalidRequest : Problem)
  return {
    ...(isCommon && { component: `responses/${commonName(status, operation)}` }),
    description: descriptionOf(status, operation),
    headers: headersOf(status, operation),
    ...(hasBody(status, schema) && { content: { 'application/json': { schema } } }),
  }
}

function hasBody(status: number, schema: TSchema): boolean {
  return status !== NOT_MODIFIED && schema.type !== 'null'
}

function commonName(status: number, operation: Operation): string {
  const phrase = (STATUS_CODES[status] ?? '').replaceAll(/[^A-Za-z]/g, '')
  // Most operations ask for a credential: their answers have the plain name.
  const isPublic = operation.access === 'public' && !SAME_FOR_ALL.includes(status)
  return `${isPublic ? 'Public' : ''}${phrase}${mayIgnore(status, operation) ? 'ToBody' : ''}`
}

function descriptionOf(status: number, { problems, isRepeatable }: Operation): string {
  const own = problems[status] ?? DESCRIPTIONS[status] ?? 'Another answer'
  if (status !== 409 || !isRepeatable) return own
  const running = 'a request with this Idempotency-Key is running: `idempotency_in_progress`'
  return problems[409] ? `${own}; or ${running}` : `It clashes: ${running}`
}

function headersOf(status: number, operation: Operation): Headers {
  const { hasETag, isRepeatable, responseHeaders, stated } = operation
  const succeeded = status < 300
  const isRecord = status === NOT_MODIFIED || (succeeded && stated[status]?.type !== 'null')
  const own = Object.entries(responseHeaders).map(([name, what]) => always(text(name, what)))
  const limits = MAYBE_WITHOUT_LIMITS.includes(status) ? maybe(LIMITS) : always(LIMITS)
  return {
    ...ON_EVERY_ANSWER,
    ...(hasLimits(status, operation) && limits),
    ...(status === 401 && CREDENTIALS),
    ...((status === 429 || status === 503) && RETRY_AFTER),
    ...(mayIgnore(status, operation) && IGNORED),
    ...(hasETag && isRecord && ETAG),
    ...(isRepeatable && (succeeded || status === 409) && REPLAYED),
    ...(succeeded && Object.assign({}, ...own)),
  }
}

function hasLimits(status: number, { access }: Operation): boolean {
  return access !== 'public' && !SAME_FOR_ALL.includes(status)
}

// What was dropped from a body is known once it was read, whatever comes of the rest.
function mayIgnore(status: number, { hasBody, problems }: Operation): boolean {
  const comesBefore =
    [413, 415, 429, ...SAME_FOR_ALL].includes(status) && problems[status] === undefined
  return hasBody && !comesBefore
}
