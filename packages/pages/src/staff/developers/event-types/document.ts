import type { EventName, TEST_EVENT } from '@mediajobs/domain'
import { EXAMPLE_ID } from '@mediajobs/domain/values'

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

const EXAMPLE_INSTANT = '2026-05-01T09:30:00.000Z'
const EXAMPLE_SECONDS = '1777627800'

/** Returns a function that makes an example of a schema, with values from the document's request examples. */
export function exampleMaker(document: OpenApiDocument): (schema: Schema) => unknown {
  const known = sentExamples(document)

  /** @param scope the property's record and name */
  function make(schema: Schema, scope: Scope): unknown {
    const { anyOf, items, properties } = resolved(document, schema)
    const record = nameIn(schema) ?? scope.record
    if (anyOf?.[0]) return make(anyOf[0], scope)
    if (properties) return madeOf(properties, record)
    if (items) return isNullable(schema) && !has(scope) ? null : [make(items, { record })]
    return scalar(resolved(document, schema), scope)
  }

  function madeOf(properties: Readonly<Record<string, Schema>>, record: string | undefined) {
    const all = Object.entries(properties)
    const made = all.map(([name, schema], index) => {
      const before = all.slice(0, index).filter(([, { $ref }]) => $ref && $ref === schema.$ref)
      return [name, make(schema, { record, name, nth: before.length })]
    })
    return Object.fromEntries(made)
  }

  function scalar(schema: Schema, scope: Scope): unknown {
    const example = valueFor(scope)
    if (schema.const !== undefined) return schema.const
    if (isNullable(schema) && example === undefined) return null
    return ofFormat(schema) ?? (fits(schema, example) ? example : anyValue(schema, scope))
  }

  const has = (scope: Scope) => valueFor(scope) !== undefined
  const valueFor = ({ record, name }: Scope) =>
    known.get(`${record?.toLowerCase()}s.${name}`) ?? known.get(name ?? '')

  return (schema) => make(schema, {})
}

interface Scope {
  record?: string | undefined
  name?: string
  /** Number of preceding properties of the same type in the object, so two statuses differ. */
  nth?: number
}

function isNullable(schema: Schema): boolean {
  return [schema.type].flat().includes('null')
}

function ofFormat({ format, pattern }: Schema): string | undefined {
  if (format === 'uuid') return EXAMPLE_ID
  if (format === 'date-time') return EXAMPLE_INSTANT
  return pattern === undefined ? undefined : EXAMPLE_SECONDS
}

function fits(schema: Schema, example: unknown): boolean {
  if (schema.enum) return schema.enum.includes(example)
  const type = typeOf(schema)
  return typeof example === (type === 'integer' ? 'number' : type)
}

function anyValue(schema: Schema, { nth = 0 }: Scope): unknown {
  if (schema.enum) return schema.enum[nth % schema.enum.length]
  return { string: '…', boolean: false }[typeOf(schema)] ?? 1
}

function typeOf({ type = [] }: Schema): string {
  return [type].flat().find((each) => each !== 'null') ?? ''
}

/** The first example value of each request property, by name (`city`), and by first path segment (`projects.city`). */
function sentExamples({ paths }: OpenApiDocument): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const take = (step: string, value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, each] of Object.entries(value)) {
      for (const key of [name, `${step}.${name}`]) if (!found.has(key)) found.set(key, each)
      take(step, each)
    }
  }
  for (const [path, operations] of Object.entries(paths)) {
    for (const { requestBody } of Object.values(operations)) {
      const examples = Object.values(requestBody?.content ?? {}).flatMap(({ examples = {} }) =>
        Object.values(examples),
      )
      for (const { value } of examples) take(path.split('/')[1] ?? '', value)
    }
  }
  return found
}
