/** A schema as the document has it: JSON Schema, and nothing that only our validator knows. */
export type PublishedSchema = Record<string, unknown>

const LARGEST_INT32 = 2_147_483_647

/**
 * `schema` without the keywords and formats of our own: what is sent as an id or a time is published
 * as what it is meant to be. What follows from the rest is added for those who generate from it.
 */
export function publishedSchema(schema: unknown): PublishedSchema {
  return published(schema) as PublishedSchema
}

function published(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(published)
  if (typeof schema !== 'object' || schema === null) return schema
  const { entityId, format, patternSentence, ...rest } = schema as PublishedSchema
  const copy = Object.fromEntries(
    // An example is no schema, whatever its fields are called.
    Object.entries(rest).map(([key, inner]) => [
      key,
      key === 'examples' ? inner : published(inner),
    ]),
  )
  return {
    ...copy,
    ...(entityId ? { format: 'uuid' } : publishedFormat(format)),
    ...widthOf(copy),
    ...requiredOf(copy),
  }
}

// All of them are read alike by RE2 (Go), Python and ECMAScript, with and without the flag u.
function publishedFormat(format: unknown): PublishedSchema {
  switch (format) {
    case undefined:
    case 'storable':
      return {}
    case 'instant':
      return { format: 'date-time' }
    case 'country-code':
      return { pattern: '^[A-Z]{2}$' }
    case 'currency':
    case 'kept-currency':
      return { pattern: '^[A-Z]{3}$' }
    case 'cursor':
      return { minLength: 1, pattern: '^[A-Za-z0-9_-]+$' }
    case 'printable':
      return { pattern: PRINTABLE }
    case 'receiver-url':
      return { format: 'uri' }
    default:
      return { format }
  }
}

const CONTROL = '\\x00-\\x1f\\x7f-\\x9f'
const PRINTABLE = `^[^\\s${CONTROL}]([^${CONTROL}]*[^\\s${CONTROL}])?$`

/** Without a format Java and C# read an integer into 32 bits, and Go a number into 32. */
function widthOf({ type, maximum }: PublishedSchema): PublishedSchema {
  const types = [type].flat()
  if (types.includes('number')) return { format: 'double' }
  if (!types.includes('integer')) return {}
  const isNarrow = typeof maximum === 'number' && maximum <= LARGEST_INT32
  return { format: isNarrow ? 'int32' : 'int64' }
}

/** What has a default need not be sent. TypeBox requires it, since a handler always gets it. */
function requiredOf({ required, properties }: PublishedSchema): PublishedSchema {
  if (!Array.isArray(required) || !isSchema(properties)) return {}
  return { required: required.filter((name) => !hasDefault(properties[name])) }
}

function hasDefault(schema: unknown): boolean {
  return isSchema(schema) && schema.default !== undefined
}

function isSchema(value: unknown): value is PublishedSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
