import {
  type Document,
  followed,
  type JsonSchema,
  operationsOf,
} from '@mediajobs/testing/api/document'
import { kindOfPath } from '@mediajobs/testing/api/furnished-org'

/** A record with a GET and a PATCH. */
export interface RoundTrip {
  /** First path segment. */
  kind: string
  path: string
  /** Fields that PATCH accepts. */
  fields: string[]
}

/** Every record that has a GET and a PATCH. */
export function roundTripsOf(document: Document): RoundTrip[] {
  const gets = operationsOf(document).filter(
    ({ method, path }) => method === 'GET' && path.endsWith('{id}'),
  )
  return gets.flatMap(({ path }) => {
    const { requestBody } = document.paths[path]?.patch ?? {}
    const schema = requestBody?.content['application/json']?.schema
    if (!schema) return []
    const { properties = {} }: JsonSchema = followed(document, schema)
    return [{ kind: kindOfPath(path), path, fields: Object.keys(properties) }]
  })
}
