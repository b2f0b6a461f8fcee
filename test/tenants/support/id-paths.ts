import {
  type Document,
  type JsonSchema,
  type Operation,
  resolved,
} from '@mediajobs/testing/api/document'

/** The path of an id in a body: field names, and `[]` for list items. */
export type IdPath = string[]

/** Every path of an id in an operation's documented body. */
export function idPathsOf(document: Document, { requestBody }: Operation): IdPath[] {
  const schema = requestBody?.content['application/json']?.schema
  return schema ? [...pathsIn(document, schema)] : []
}

function* pathsIn(document: Document, given: JsonSchema): Iterable<IdPath> {
  const [schema] = resolved<JsonSchema>(document, given as never, '')
  if (schema.format === 'uuid') yield []
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    for (const path of pathsIn(document, inner)) yield [name, ...path]
  }
  if (schema.items) for (const path of pathsIn(document, schema.items)) yield ['[]', ...path]
}

/** A copy of `body` with `value` at `path`; in a list, in the first item only. */
export function withValueAt(body: unknown, path: IdPath, value: string): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (step === '[]') {
    const [first, ...others] = Array.isArray(body) ? body : []
    return [withValueAt(first, rest, value), ...others]
  }
  const record = Object(body)
  return { ...record, [step]: withValueAt(record[step], rest, value) }
}
