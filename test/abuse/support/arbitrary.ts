import { type Document, type JsonSchema, resolved } from '@mediajobs/testing/api/document'
import { kindOfField } from '@mediajobs/testing/api/examples'
import * as fc from 'fast-check'
import { instant } from './arbitrary-instant.ts'

/** A placeholder for the id of the n-th record of a kind, the first segment of its path. */
export function idToken(kind: string, n: number): string {
  return `@${kind}:${n}`
}

export const ID_TOKEN = /^@([\w-]+):(\d+)$/

const MAX_TEXT = 30
const MAX_ITEMS = 4
const CODES = ['US', 'CH', 'XX', 'USD', 'EUR', 'XXX', 'SPRING', 'kitchen.jpg', 'image/jpeg']

/** Values that clients shouldn't send. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', ' ', '\0', '\ud800', '__proto__', 'x'.repeat(20_000), '👩‍👩‍👧', "'; --"),
  fc.constantFrom(null, -0, 0.1, -1, 2 ** 31, 2 ** 53, 1e308, '1e999', '2026-02-30', '2026-05-01'),
)

/** Values that `schema` allows. Some rules aren't in the schema, so the service may still refuse one. */
export function allowed(document: Document, schema: JsonSchema, field = ''): fc.Arbitrary<unknown> {
  const [wanted] = resolved<JsonSchema>(document, schema as JsonSchema & { $ref: string }, '')
  if (wanted.anyOf) {
    return fc.oneof(...wanted.anyOf.map((each) => allowed(document, each, field)))
  }
  if (wanted.enum) return fc.constantFrom(...wanted.enum)
  const types = [wanted.type ?? []].flat()
  return fc.oneof(...types.map((type) => ofType(document, wanted, type, field)))
}

function ofType(
  document: Document,
  schema: JsonSchema,
  type: string,
  field: string,
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return ofObject(document, schema)
    case 'array':
      return fc.array(allowed(document, schema.items ?? {}, field), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? MAX_ITEMS, MAX_ITEMS),
      })
    case 'integer':
      return fc.integer({
        min: schema.minimum ?? -1_000,
        max: schema.maximum ?? Number.MAX_SAFE_INTEGER,
      })
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return ofText(schema, field)
  }
}

function ofObject(document: Document, { properties = {}, required = [] }: JsonSchema) {
  const fields: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [name, inner] of Object.entries(properties)) {
    fields[name] = allowed(document, inner, name)
  }
  return fc.record(fields, { requiredKeys: required })
}

function ofText(schema: JsonSchema, field: string): fc.Arbitrary<string> {
  switch (schema.format) {
    case 'uuid':
      return fc.nat({ max: 1_000 }).map((n) => idToken(kindOfField(field), n))
    case 'date-time':
      return instant
    case 'date':
      return instant.map((text) => text.slice(0, 10))
    case 'email':
      return fc.nat({ max: 50 }).map((n) => `person-${n}@example.test`)
    default:
      return isAnyLine(schema) ? text(schema) : fc.constantFrom(...CODES)
  }
}

/** Whether a text has no pattern, or only that of one line: `fc.string` generates no control characters. */
function isAnyLine({ pattern }: JsonSchema): boolean {
  return pattern === undefined || /^\^\[\^\\x00-[^\]]*\]\*\$$/.test(pattern)
}

function text({ minLength = 0, maxLength = MAX_TEXT }: JsonSchema): fc.Arbitrary<string> {
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, MAX_TEXT) })
}
