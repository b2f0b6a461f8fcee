import { EXAMPLE_ID } from '@mediajobs/api/operation-docs'
import type { Operation } from './document.ts'

// The kind of record that an id in a field of this name refers to.
const KIND_OF_FIELD: Record<string, string> = {
  projectId: 'projects',
  customerId: 'customers',
  packageId: 'packages',
  selectedAddOnIds: 'add-ons',
  discountId: 'discounts',
  projectManagerId: 'users',
  technicianId: 'users',
  editorId: 'users',
  userId: 'users',
  apiKeyId: 'api-keys',
  mediaIds: 'media',
  alteredFromMediaId: 'originals',
  mediaId: 'media',
  resolvedMediaId: 'media',
}

/** The kind of record that an id in the field `name` refers to: the first step of the record's path. */
export function kindOfField(name: string): string {
  return KIND_OF_FIELD[name] ?? 'projects'
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
