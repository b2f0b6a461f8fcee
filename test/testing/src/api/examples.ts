import { EXAMPLE_ID } from '@mediajobs/api/operation-docs'
import type { Operation } from './document.ts'

// The kind of record that an id in a field of this name refers to, where the name is not that of the kind.
const KIND_OF_FIELD: Record<string, string> = {
  selectedAddOnIds: 'add-ons',
  projectManagerId: 'users',
  technicianId: 'users',
  editorId: 'users',
  mediaId: 'media',
  mediaIds: 'media',
  resolvedMediaId: 'media',
  alteredFromMediaId: 'originals',
  // The item of a furnished organization has the id of its project.
  itemId: 'projects',
}

/** The kind of record that an id in the field `name` refers to: `apiKeyId` is one of `api-keys`. */
export function kindOfField(name: string): string {
  const [, record = ''] = /^(\w+)Ids?$/.exec(name) ?? []
  const plural = `${record.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}s`
  return KIND_OF_FIELD[name] ?? (record === '' ? 'projects' : plural)
}

/**
 * A copy of the documented example `body`, with real ids in place of `EXAMPLE_ID`. Where `idOf` returns none,
 * the example's id stays.
 */
export function exampleWith(
  body: unknown,
  idOf: (kind: string) => string | undefined,
  field = '',
): unknown {
  if (body === EXAMPLE_ID) return idOf(kindOfField(field)) ?? body
  if (Array.isArray(body)) return body.map((item) => exampleWith(item, idOf, field))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, inner]) => [name, exampleWith(inner, idOf, name)]),
  )
}

/** The example bodies of an operation. */
export function examplesOf({ requestBody }: Operation): unknown[] {
  const { examples = {} } = requestBody?.content['application/json'] ?? {}
  return Object.values(examples).map(({ value }) => value)
}
