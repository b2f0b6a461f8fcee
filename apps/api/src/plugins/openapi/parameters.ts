import { MAX_IDEMPOTENCY_KEY_LENGTH, MAX_REQUEST_ID_LENGTH } from '@mediajobs/domain'
import type { TSchema } from '@sinclair/typebox'
import type { Shared } from './components.ts'
import type { Operation } from './responses.ts'

interface Parameter extends Partial<Shared> {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: object
}

// Parameters shared by all operations, with their names in the document. In a query, `id` is a filter.
const SHARED: Record<string, string> = {
  'path id': 'Id',
  'query limit': 'Limit',
  'query cursor': 'Cursor',
}

/** One parameter per property of `schema`. */
export function parameters(place: 'path' | 'query', schema: TSchema | undefined): Parameter[] {
  const required = new Set<string>(schema?.required ?? [])
  return Object.entries((schema?.properties ?? {}) as Record<string, TSchema>).map(
    ([name, { description, ...property }]) => ({
      ...sharedComponent(`${place} ${name}`),
      name,
      in: place,
      required: place === 'path' || (required.has(name) && property.default === undefined),
      ...(description && { description }),
      schema: property,
    }),
  )
}

function sharedComponent(key: string): Partial<Shared> {
  const name = SHARED[key]
  return name === undefined ? {} : { component: `parameters/${name}` }
}

const ORGANIZATION = header('OrganizationId', 'x-org-id', {
  description: 'With a session: the organization to act in. Ignored with a key.',
})
const PREFER = header('Prefer', 'prefer', {
  description:
    '`handling=strict` refuses unknown body fields, which are otherwise dropped and named in `x-ignored-fields`.',
  schema: { examples: ['handling=strict'] },
})
const IDEMPOTENCY_KEY = header('IdempotencyKey', 'idempotency-key', {
  description:
    'Idempotency key: a repeat with the same key and body within 24 hours returns the first response and does nothing else.',
  schema: { minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH, pattern: '^[!-~]+$' },
})
const TAG = '(W/)?"[^",\\x00-\\x1f\\x7f]*"'
const TAGS = { minLength: 1, pattern: `^(\\*|${TAG}( *, *${TAG})*)$` }
const IF_MATCH = header('IfMatch', 'if-match', {
  description:
    'One or more ETags, separated by commas, or `*` for any. Changes the record only if its ETag is among them. Weak ETags (`W/`) never match.',
  schema: TAGS,
})
const IF_NONE_MATCH = header('IfNoneMatch', 'if-none-match', {
  description:
    'One or more ETags, separated by commas. If the record’s ETag is among them, the response is a 304 without a body.',
  schema: TAGS,
})
const REQUEST_ID = header('RequestId', 'x-request-id', {
  description: `Your id for this request, used in the response and the log: 1 to ${MAX_REQUEST_ID_LENGTH} letters, digits or \`_ . : ~ + / = -\`. Any other is replaced.`,
  schema: { examples: ['booking-form-7f3a'] },
})

function header(
  component: string,
  name: string,
  { description, schema = {} }: { description: string; schema?: object },
): Parameter {
  return {
    component: `parameters/${component}`,
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', ...schema },
  }
}

/** The request headers of `operation`, except those of its credential and body. */
export function headerParameters(operation: Operation): Parameter[] {
  const { access, hasBody, isConditional, isReread, isRepeatable } = operation
  return [
    ...(access === 'public' ? [] : [ORGANIZATION]),
    ...(hasBody ? [PREFER] : []),
    ...(isRepeatable ? [IDEMPOTENCY_KEY] : []),
    ...(isConditional ? [IF_MATCH] : []),
    ...(isReread ? [IF_NONE_MATCH] : []),
    REQUEST_ID,
  ]
}
