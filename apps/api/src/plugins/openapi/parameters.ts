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

// The same wherever they are taken, by the names that they have in the document.
const SHARED: Record<string, string> = { id: 'Id', limit: 'Limit', cursor: 'Cursor' }

/** The parameters that `schema` has a property each for. */
export function parameters(place: 'path' | 'query', schema: TSchema | undefined): Parameter[] {
  const required = new Set<string>(schema?.required ?? [])
  return Object.entries((schema?.properties ?? {}) as Record<string, TSchema>).map(
    ([name, { description, ...property }]) => ({
      ...(SHARED[name] !== undefined && { component: `parameters/${SHARED[name]}` }),
      name,
      in: place,
      required: place === 'path' || (required.has(name) && property.default === undefined),
      ...(description && { description }),
      schema: property,
    }),
  )
}

const ORGANIZATION = header('OrganizationId', 'x-org-id', {
  description:
    'With a session: the organization to act in. With a key it is not needed, and not looked at.',
})
const PREFER = header('Prefer', 'prefer', {
  description:
    '`handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`.',
  schema: { examples: ['handling=strict'] },
})
const IDEMPOTENCY_KEY = header('IdempotencyKey', 'idempotency-key', {
  description:
    'Makes a repeat safe: the same key with the same body within 24 hours gets the first answer again, and nothing is done twice.',
  schema: { minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH, pattern: '^[!-~]+$' },
})
const TAG = '(W/)?"[^",\\x00-\\x1f\\x7f]*"'
const TAGS = { minLength: 1, pattern: `^(\\*|${TAG}( *, *${TAG})*)$` }
const IF_MATCH = header('IfMatch', 'if-match', {
  description:
    'The ETag of the record as you know it, several of them with commas between them, or `*` for any. The record is changed only while it has one of them. A weak ETag (`W/`) is none of them.',
  schema: TAGS,
})
const IF_NONE_MATCH = header('IfNoneMatch', 'if-none-match', {
  description:
    'The ETag of the record as you have it, or several of them with commas between them. While the record has one of them the answer is a 304 without a body.',
  schema: TAGS,
})
const REQUEST_ID = header('RequestId', 'x-request-id', {
  description: `An id of your own for this request: 1 to ${MAX_REQUEST_ID_LENGTH} letters, digits or \`_ . : ~ + / = -\`. It is kept for the answer and the log. Any other is replaced by a new one.`,
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

/** The request headers that `operation` looks at, beside those of its credential and its body. */
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
