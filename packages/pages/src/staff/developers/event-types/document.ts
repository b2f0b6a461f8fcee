import type { EventName, TEST_EVENT } from '@mediajobs/domain'

/** The parts of a schema of the OpenAPI document that payloads use. */
export interface Schema {
  $ref?: string
  anyOf?: readonly Schema[]
  type?: string | readonly string[]
  format?: string
  pattern?: string
  description?: string
  const?: unknown
  enum?: readonly unknown[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
}

interface Operation {
  description?: string
  requestBody?: { content: Record<string, { examples?: Record<string, { value: unknown }> }> }
}

interface Webhook {
  post: { requestBody: { content: { 'application/json': { schema: Schema } } } }
}

/** The parts of the OpenAPI document used for the event catalog. */
export interface OpenApiDocument {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  webhooks: Readonly<Record<EventName | typeof TEST_EVENT, Webhook>>
  components: { schemas: Readonly<Record<string, Schema>> }
}

export type PostedEvent = keyof OpenApiDocument['webhooks']

/** The schema of an event's webhook body. */
export function bodyOf(document: OpenApiDocument, event: PostedEvent): Schema {
  const { schema } = document.webhooks[event].post.requestBody.content['application/json']
  return resolved(document, schema)
}

/** Resolves a reference to a component. */
export function resolved({ components }: OpenApiDocument, schema: Schema): Schema {
  const name = nameIn(schema)
  return name === undefined ? schema : (components.schemas[name] ?? {})
}

/** The name of a referenced component. */
export function nameIn({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1)
}

/** A schema's direct children. */
function inside({ anyOf = [], items, properties = {} }: Schema): Schema[] {
  return [...anyOf, ...(items ? [items] : []), ...Object.values(properties)]
}

/** The names of all components in these schemas, parents first. */
export function componentsIn(document: OpenApiDocument, schemas: readonly Schema[]): string[] {
  const found = new Set<string>()
  const look = (schema: Schema) => {
    const name = nameIn(schema)
    if (name !== undefined && found.has(name)) return
    if (name !== undefined) found.add(name)
    for (const each of inside(resolved(document, schema))) look(each)
  }
  for (const schema of schemas) look(schema)
  return [...found]
}

/** An operation that fires an event. */
export interface Cause {
  /** `POST /projects/create` */
  operation: string
  /** The sentence about the event in its description. */
  sentence: string
}

/** The operations that fire each event, parsed from their descriptions. */
export function causesIn({ paths }: OpenApiDocument): Map<string, Cause[]> {
  const causes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { description = '' }]) =>
      description.split(/(?<=\.)\s+/).flatMap((sentence) => {
        const cause = { operation: `${method.toUpperCase()} ${path}`, sentence }
        const events = new Set(sentence.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g))
        return [...events].map((event) => ({ event, cause }))
      }),
    ),
  )
  const byEvent = Map.groupBy(causes, ({ event }) => event)
  return new Map([...byEvent].map(([event, all]) => [event, all.map(({ cause }) => cause)]))
}
