import { MAX_BODY_BYTES, MAX_PUBLIC_BODY_BYTES } from '@mediajobs/domain'
import { type Document, followed, type JsonSchema } from '@mediajobs/testing/api/document'

/** A hostile body, created when sent. */
export interface HostileBody {
  name: string
  body: () => string
}

const MARK = '"@hostile@"'
const LONG_NAME = 'n'.repeat(1_000)
const MAX_DEPTH = 4
const MANY_ITEMS = 100_000

const repeated = (text: string, count: number) => Array(count).fill(text).join()
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const objects = (depth: number) => `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}`
const members = (count: number, name = 'm') =>
  Array.from({ length: count }, (_, n) => `"${name}${n}":0`).join()

/** Hostile JSON for any place of a body. */
const ANYWHERE: Record<string, () => string> = {
  'a long array': () => `[${repeated('0', MANY_ITEMS)}]`,
  'a long array of objects': () => `[${repeated('{}', MANY_ITEMS)}]`,
  'a wide object': () => `{${members(60_000)}}`,
  'deep arrays': () => nested(50_000),
  'deep objects': () => objects(50_000),
  'a long string': () => `"${'x'.repeat(MAX_BODY_BYTES - 8_192)}"`,
  'a long string of escapes': () => `"${'\\u0041'.repeat(150_000)}"`,
  'an infinite number': () => '1e400',
  'a long number': () => '9'.repeat(100_000),
  'a long fraction': () => `0.${'1'.repeat(100_000)}`,
  'minus zero': () => '-0',
  'an integer beyond 2 ** 53': () => '9007199254740993',
  'a NUL': () => '"\\u0000"',
  'a lone surrogate': () => '"\\ud800"',
  'endless combining marks': () => `"${'e\\u0301'.repeat(50_000)}"`,
  'JavaScript properties': () => '{"__proto__":{"toString":0},"constructor":{"prototype":0}}',
  null: () => 'null',
  'a boolean': () => 'true',
}

/** Hostile bodies for a request schema, whole and in every field. `sound` is a valid body. */
export function* hostileBodies(
  document: Document,
  schema: JsonSchema,
  sound: object,
): Generator<HostileBody> {
  yield* wholeBodies(document, schema, sound)
  for (const [path, field] of fieldsOf(document, schema)) {
    const name = path.join('.')
    const shaped = { ...ANYWHERE, ...beyond(document, field) }
    for (const [what, text] of Object.entries(shaped)) {
      yield { name: `${what} as ${name}`, body: () => withValue(sound, path, text()) }
    }
  }
}

function* wholeBodies(
  document: Document,
  schema: JsonSchema,
  sound: object,
): Generator<HostileBody> {
  for (const [name, text] of Object.entries(ANYWHERE)) yield { name: `${name} as body`, body: text }
  const open = JSON.stringify(sound).slice(0, -1)
  const more = (text: string) => `${open}${open === '{' ? '' : ','}${text}}`
  const wrong = [...fieldsOf(document, schema)].filter(([path]) => path.length === 1)
  const bodies: Record<string, () => string> = {
    'many unknown fields': () => more(members(MANY_ITEMS)),
    'some unknown fields': () => more(members(1_000)),
    'unknown fields with long names': () => more(members(900, LONG_NAME)),
    'one field, repeated': () => more(repeated('"a":0', MANY_ITEMS)),
    'odd names': () => more('"\\u0000":0,"\\ud800":0,"":0'),
    'names of JavaScript properties': () =>
      more('"__proto__":{"a":1},"constructor":1,"toString":1'),
    'every field wrong': () => `{${wrong.map(([[name]]) => `"${name}":{}`).join()}}`,
    'every field long': () =>
      `{${wrong.map(([[name]]) => `"${name}":[${repeated('{}', 5_000)}]`).join()}}`,
    'an empty body': () => '',
    'only white space': () => ' '.repeat(MAX_PUBLIC_BODY_BYTES - 1),
    'white space up to the limit': () => ' '.repeat(MAX_BODY_BYTES - 1),
    'a truncated body': () => open,
    'a field larger than a body': () => more(`"x":"${'x'.repeat(MAX_BODY_BYTES)}"`),
  }
  for (const [name, body] of Object.entries(bodies)) yield { name, body }
}

/** Values at a field's bounds and just beyond. */
function beyond(document: Document, field: JsonSchema): Record<string, () => string> {
  const { maxItems, maxLength, maximum, minimum, items } = field
  const item = JSON.stringify(items ? sampleOf(document, items) : 0)
  return {
    ...(maxItems !== undefined && {
      'one item too many': () => `[${repeated(item, maxItems + 1)}]`,
      'as many items as allowed': () => `[${repeated(item, maxItems)}]`,
    }),
    ...(maxLength !== undefined && {
      'one character too many': () => `"${'x'.repeat(maxLength + 1)}"`,
    }),
    ...(maximum !== undefined && { 'one above the maximum': () => String(maximum + 1) }),
    ...(minimum !== undefined && { 'one below the minimum': () => String(minimum - 1) }),
  }
}

/** Every field of a schema, with the names and indexes that lead to it. */
function* fieldsOf(
  document: Document,
  schema: JsonSchema,
  path: string[] = [],
): Generator<[string[], JsonSchema]> {
  if (path.length > MAX_DEPTH) return
  const { properties = {}, items } = followed(document, schema)
  for (const [name, inner] of Object.entries(properties)) {
    yield [[...path, name], followed(document, inner)]
    yield* fieldsOf(document, inner, [...path, name])
  }
  if (items) {
    if (path.length > 0) yield [[...path, '0'], followed(document, items)]
    yield* fieldsOf(document, items, [...path, '0'])
  }
}

/** The smallest value that has the types of a schema. */
function sampleOf(document: Document, schema: JsonSchema): unknown {
  const { type, enum: choices, properties = {} } = followed(document, schema)
  if (choices) return choices[0]
  const [kind] = [type ?? 'string'].flat()
  if (kind === 'object') {
    const fields = Object.entries(properties)
    return Object.fromEntries(fields.map(([name, inner]) => [name, sampleOf(document, inner)]))
  }
  return { array: [], integer: 1, number: 1, boolean: true, null: null }[kind ?? ''] ?? 'x'
}

/** The JSON of `sound` with `text` in one place. */
function withValue(sound: object, path: readonly string[], text: string): string {
  return JSON.stringify(placed(sound, path)).replace(MARK, () => text)
}

function placed(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return JSON.parse(MARK)
  if (name === '0') {
    const [first, ...others] = Array.isArray(value) ? value : []
    return [placed(first, rest), ...others]
  }
  const fields = typeof value === 'object' && value !== null ? value : {}
  return { ...fields, [name]: placed(Object(fields)[name], rest) }
}
