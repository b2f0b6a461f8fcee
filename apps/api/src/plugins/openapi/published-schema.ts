/** A schema as the document has it: JSON Schema, and nothing that only our validator knows. */
export type PublishedSchema = Record<string, unknown>

/**
 * `schema` without the keywords and formats of our own: what is sent as an id or a time is published
 * as what it is meant to be.
 */
export function publishedSchema(schema: unknown): PublishedSchema {
  return published(schema) as PublishedSchema
}

function published(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(published)
  if (typeof schema !== 'object' || schema === null) return schema
  const { entityId, format, patternSentence, ...rest } = schema as Record<string, unknown>
  const copy = Object.fromEntries(
    // An example is no schema, whatever its fields are called.
    Object.entries(rest).map(([key, inner]) => [
      key,
      key === 'examples' ? inner : published(inner),
    ]),
  )
  return { ...copy, ...(entityId ? { format: 'uuid' } : publishedFormat(format)) }
}

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
      return { pattern: '^[A-Z]{3}$' }
    default:
      return { format }
  }
}
