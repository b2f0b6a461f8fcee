import {
  type Document,
  followed,
  type JsonSchema,
  operationsOf,
} from '@mediajobs/testing/api/document'
import { kindOfPath } from '@mediajobs/testing/api/furnished-org'

/** A record that can be read, and changed by what was read. */
export interface RoundTrip {
  /** As in `KINDS`. */
  kind: string
  path: string
  patchPath: string
  /** What PATCH takes of the record. */
  fields: string[]
}

// Its only change has an address of its own.
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
