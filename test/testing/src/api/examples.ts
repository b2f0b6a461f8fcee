import { EXAMPLE_ID } from '@mediajobs/api/operation-docs'
import { randomBase62 } from '@mediajobs/domain'
import { type Document, followed, type Operation } from './document.ts'

// Fields whose name differs from the kind of record they refer to.
const KIND_OF_FIELD: Record<string, string> = {
  selectedAddOnIds: 'add-ons',
  formId: 'order-forms',
  projectManagerId: 'users',
  technicianId: 'users',
  technicianIds: 'users',
  editorId: 'users',
  visitTechnicianId: 'users',
  billingCustomerId: 'customers',
  offerId: 'packages',
  mediaId: 'media',
  mediaIds: 'media',
  resolvedMediaId: 'media',
  alteredFromMediaId: 'originals',
  replacesMediaId: 'originals',
  // In a furnished organization, the revision item has the project's id.
  itemId: 'projects',
  // So does the first visit, and a person's time off has the person's id.
  visitId: 'projects',
  timeOffId: 'users',
}

/** The kind of record that a field refers to: `apiKeyId` is one of `api-keys`. */
export function kindOfField(name: string): string {
  const [, record = ''] = /^(\w+)Ids?$/.exec(name) ?? []
  const plural = `${record.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}s`
  return KIND_OF_FIELD[name] ?? (record === '' ? 'projects' : plural)
}

/**
 * The documented example `body` with real ids in place of `EXAMPLE_ID`, where `idOf` returns one.
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

/** An operation's example bodies. */
export function examplesOf({ requestBody }: Operation): unknown[] {
  const { examples = {} } = requestBody?.content['application/json'] ?? {}
  return Object.values(examples).map(({ value }) => value)
}

const TEXT_LENGTH = 12

/** The example body with random texts and addresses, as a field may be unique. */
export function withFreshTexts(
  document: Document,
  { requestBody }: Operation,
  example: unknown,
): Record<string, unknown> {
  const { schema = {} } = requestBody?.content['application/json'] ?? {}
  const { properties = {} } = followed(document, schema)
  const fields = Object.entries(Object(example)).map(([name, value]) => {
    const { format, pattern = '', maxLength = 0 } = followed(document, properties[name] ?? {})
    const text = randomBase62(TEXT_LENGTH)
    if (format === 'email') return [name, `${text}@example.test`]
    const fits = !format && text.length <= maxLength && new RegExp(pattern).test(text)
    return [name, fits ? text : value]
  })
  return Object.fromEntries(fields)
}
