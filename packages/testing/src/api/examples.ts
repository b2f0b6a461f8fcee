import { EXAMPLE_ID } from '@mediajobs/api/operation-docs'
import type { Operation } from './document.ts'

// What the ids in fields of these names are ids of.
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
  mediaIds: 'media',
  alteredFromMediaId: 'media',
}

/** The kind of record that an id in the field `name` is of: the first step of its path. */
export function kindOfField(name: string): string {
  return KIND_OF_FIELD[name] ?? 'projects'
}

/**
 * A copy of the documented example `body`, with real ids in place of the one that stands for any.
 * A field for whose kind there is none keeps it.
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

/** The bodies that the document has as examples. */
export function examplesOf({ requestBody }: Operation): unknown[] {
  const { examples = {} } = requestBody?.content['application/json'] ?? {}
  return Object.values(examples).map(({ value }) => value)
}
