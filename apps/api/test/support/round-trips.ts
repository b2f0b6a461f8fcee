import {
  type Document,
  followed,
  type JsonSchema,
  operationsOf,
} from '@mediajobs/testing/api/document'
import { kindOfPath } from '@mediajobs/testing/api/furnished-org'

/** A record with a GET and a PATCH. */
export interface RoundTrip {
  /** As in `KINDS`. */
  kind: string
  path: string
  patchPath: string
  /** The fields of the record that PATCH takes. */
  fields: string[]
}

// The only change of a medium has a path of its own.
const PATCH_PATHS: Record<string, string> = { '/media/{id}': '/media/{id}/rename' }

/** Every record that has a GET and a PATCH. */
export function roundTripsOf(document: Document): RoundTrip[] {
  const gets = operationsOf(document).filter(
    ({ method, path }) => method === 'GET' && path.endsWith('{id}'),
  )
  return gets.flatMap(({ path }) => {
    const patchPath = PATCH_PATHS[path] ?? path
    const { requestBody } = document.paths[patchPath]?.patch ?? {}
    const schema = requestBody?.content['application/json']?.schema
    if (!schema) return []
    const { properties = {} }: JsonSchema = followed(document, schema)
    return [{ kind: kindOfPath(path), path, patchPath, fields: Object.keys(properties) }]
  })
}
