// Parts of the OpenAPI document.

export interface JsonSchema {
  $ref?: string
  anyOf?: JsonSchema[]
  title?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  pattern?: string
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  uniqueItems?: boolean
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

export interface Reference {
  $ref: string
}

interface DocumentedHeader {
  required?: boolean
  schema: JsonSchema
}

export interface DocumentedResponse {
  description: string
  headers?: Record<string, DocumentedHeader | Reference>
  content?: Record<string, { schema: JsonSchema }>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

interface Body {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: (Parameter | Reference)[]
  requestBody?: { required: boolean; content: Record<string, Body> }
  responses: Record<string, DocumentedResponse | Reference>
}

export interface Document {
  openapi: string
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: Record<string, Record<string, JsonSchema>>
}

export interface Found {
  method: string
  path: string
  operation: Operation
  /** JSON pointer. */
  pointer: string
}

/** All operations, in document order. */
export function operationsOf(document: Document): Found[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      pointer: `/paths/${escaped(path)}/${method}`,
    })),
  )
}

/** An operation's path, with `id` for each of its parameters. */
export function addressOf({ path }: Found, id: string): string {
  return path.replaceAll(/\{\w+\}/g, id)
}

/** A request's operation. Literal paths take precedence. */
export function operationAt(document: Document, method: string, url: string): Found | undefined {
  const [path = ''] = url.split('?')
  const steps = path.split('/')
  const matching = templatesOf(document)
    .get(steps.length)
    ?.filter(({ isStep }) => isStep.every((matches, i) => matches(steps[i] ?? '')))
  const [{ template } = {}] = matching?.sort((a, b) => a.parameters - b.parameters) ?? []
  if (template === undefined) return undefined
  const operation = document.paths[template]?.[method.toLowerCase()]
  const pointer = `/paths/${escaped(template)}/${method.toLowerCase()}`
  return operation && { method, path: template, operation, pointer }
}

interface Template {
  template: string
  parameters: number
  /** One per segment. */
  isStep: ((step: string) => boolean)[]
}

// Cached, because every response of every test is looked up.
const templates = new WeakMap<Document, Map<number, Template[]>>()

/** A document's paths, by their number of segments. */
function templatesOf(document: Document): Map<number, Template[]> {
  const known = templates.get(document)
  if (known) return known
  const all = Object.keys(document.paths).map((template) => ({
    template,
    parameters: template.split('{').length - 1,
    isStep: template.split('/').map(stepOf),
  }))
  const bySegments = Map.groupBy(all, ({ isStep }) => isStep.length)
  templates.set(document, bySegments)
  return bySegments
}

/** Matches a path segment against a template such as `{token}.ics`. */
function stepOf(wanted: string): (step: string) => boolean {
  const [, ending] = /^\{\w+\}(.*)$/.exec(wanted) ?? []
  if (ending === undefined) return (step) => step === wanted
  return (step) => step.endsWith(ending) && step !== ending
}

/** The parameters of an operation in `place`, dereferenced. */
export function parametersOf(
  document: Document,
  { parameters }: Operation,
  place: Parameter['in'],
): Parameter[] {
  return parameters
    .map((parameter) => resolved<Parameter>(document, parameter, '')[0])
    .filter((parameter) => parameter.in === place)
}

/** The dereferenced node and its JSON pointer. */
export function resolved<Node extends object>(
  document: Document,
  node: Node | Reference,
  pointer: string,
): [Node, string] {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return [node as Node, pointer]
  const at = node.$ref.slice(1)
  let inner: unknown = document
  for (const step of at.split('/').slice(1)) {
    inner = (inner as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return [inner as Node, at]
}

function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** A dereferenced schema; for a nullable one, the non-null schema. */
export function followed(document: Document, schema: JsonSchema): JsonSchema {
  const [known] = resolved<JsonSchema>(document, schema as JsonSchema & Reference, '')
  const other = known.anyOf?.find(({ type }) => type !== 'null')
  return other ? followed(document, other) : known
}
