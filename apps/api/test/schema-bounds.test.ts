// The schema of every list, text and object in a request has a bound. docs/contract.md#c10

import { sharedApp } from '@mediajobs/testing/api/app'
import {
  type Document,
  followed,
  type JsonSchema,
  operationsOf,
  parametersOf,
} from '@mediajobs/testing/api/document'
import t from 'tap'

const service = await sharedApp()
const document = service.app.openApi() as unknown as Document
// Texts of these formats are always short.
const BOUNDED_FORMATS = ['uuid', 'date', 'date-time']
// A pattern that matches the whole text without unbounded repetition.
const WITHOUT_REPETITION = /^\^(?!.*,\})[^*+]*\$$/

// docs/contract.md#c1-names-line. The second line of names: compared with known values, or checked otherwise.
const MAY_HAVE_LINES = new Set([
  ...[
    'description',
    'note',
    'notes',
    'question',
    'answer',
    'comment',
    'deliveryTerms',
    'deliveryNote',
    'reason',
    'terms',
  ],
  'message',
  ...[
    'token',
    'holdToken',
    'password',
    'currentPassword',
    'newPassword',
    'key',
    'cdnUrl',
    'timeZone',
    'locale',
  ],
])

/** Names of the texts in `schema` without a format, pattern or enum. */
function freeTexts(schema: JsonSchema, name: string): string[] {
  const { type, enum: values, format, pattern, items, properties } = followed(document, schema)
  const isFree = [type].flat().includes('string') && !values && !format && pattern === undefined
  return [
    ...(isFree ? [name] : []),
    ...(items ? freeTexts(items, name) : []),
    ...Object.entries(properties ?? {}).flatMap(([inner, each]) => freeTexts(each, inner)),
  ]
}

/** Paths in `schema` without a bound. */
function unbounded(schema: JsonSchema, path: string): string[] {
  const known = followed(document, schema)
  const types = [known.type ?? []].flat()
  const found: string[] = []
  if (types.length === 0) found.push(`${path} has no type`)
  if (types.includes('string') && !isBoundedText(known))
    found.push(`${path} is a text without a bound`)
  if (types.includes('array')) {
    if (known.maxItems === undefined) found.push(`${path} is a list without a bound`)
    found.push(...unbounded(known.items ?? {}, `${path}[]`))
  }
  if (types.includes('object') && !known.properties && !('maxProperties' in known)) {
    found.push(`${path} is an object without a bound of its fields`)
  }
  for (const [name, inner] of Object.entries(known.properties ?? {})) {
    found.push(...unbounded(inner, `${path}.${name}`))
  }
  return found
}

function isBoundedText({ enum: values, maxLength, format, pattern }: JsonSchema): boolean {
  if (values || maxLength !== undefined) return true
  return BOUNDED_FORMATS.includes(format ?? '') || WITHOUT_REPETITION.test(pattern ?? '')
}

t.test('every list, text and object in a body or query is bounded', async (t) => {
  for (const { method, path, operation } of operationsOf(document)) {
    const name = `${method} ${path}`
    const body = operation.requestBody?.content['application/json']?.schema
    if (body) t.strictSame(unbounded(body, 'body'), [], name)
    for (const { name: parameter, schema } of parametersOf(document, operation, 'query')) {
      t.strictSame(unbounded(schema, parameter), [], name)
    }
  }
})

t.test(
  'every text in a body is a single line, except known multi-line ones [c1-names-line]',
  async (t) => {
    for (const { method, path, operation } of operationsOf(document)) {
      const body = operation.requestBody?.content['application/json']?.schema
      const names = body ? freeTexts(body, 'body').filter((name) => !MAY_HAVE_LINES.has(name)) : []
      t.strictSame(names, [], `${method} ${path}`)
    }
  },
)

t.test('`unbounded` finds schemas without a bound, at any depth', async (t) => {
  const text = { type: 'string' }
  const mayBeNull = { anyOf: [{ type: 'object', properties: { d: text } }, { type: 'null' }] }
  const schema = {
    type: 'object',
    properties: { a: text, b: { type: 'array', items: text }, c: mayBeNull },
  }
  t.strictSame(unbounded(schema as unknown as JsonSchema, 'body'), [
    'body.a is a text without a bound',
    'body.b is a list without a bound',
    'body.b[] is a text without a bound',
    'body.c.d is a text without a bound',
  ])
})

t.test('every body’s description states its bounds on bytes and JSON values', async (t) => {
  for (const { method, path, operation } of operationsOf(document)) {
    const { requestBody } = operation
    if (!requestBody) continue
    const { description } = requestBody as { description?: string }
    t.match(description, /^At most \d+ [KM]iB and \d+ JSON values$/, `${method} ${path}`)
  }
})
