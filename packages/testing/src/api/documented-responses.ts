import { STATUS_CODES } from 'node:http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import {
  type Document,
  type DocumentedResponse,
  type JsonSchema,
  operationAt,
  resolved,
} from './document.ts'

// ajv-formats is CommonJS; its callable is the default export of what Node imports.
const addFormats = ajvFormats as unknown as typeof ajvFormats.default

/** An answer as a test has it. */
interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  body: unknown
}

interface Asked {
  method: string
  path: string
  /** It had a valid API key, or what was meant to be one. */
  withKey: boolean
}

// Headers that say something; the rest is how HTTP carries an answer.
const TELLING = /^(x-.*|etag|location|retry-after|www-authenticate|idempotency-replayed)$/
const LIMITS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

let compiled: Ajv2020 | undefined

/**
 * Compares an answer with what the document says of its operation. Requests to addresses that are
 * not in it must be told so in a body of the common kind.
 *
 * @throws {Error} that says what is off.
 */
export function expectDocumented(document: Document, asked: Asked, answer: Answer): void {
  const problems = [...problemsOf(document, asked, answer)]
  if (problems.length === 0) return
  const what = `${asked.method} ${asked.path} answered ${answer.status}`
  const body = JSON.stringify(answer.body)?.slice(0, 1_000)
  throw new Error(`${what}, and that is not as documented:\n${problems.join('\n')}\n${body}`)
}

function* problemsOf(document: Document, asked: Asked, answer: Answer): Iterable<string> {
  if (!answer.headers['x-request-id']) yield 'x-request-id is missing'
  const found = operationAt(document, asked.method, asked.path)
  if (!found) {
    yield* offAddress(document, answer)
    return
  }
  const { operation, pointer } = found
  const stated = operation.responses[String(answer.status)]
  if (!stated) {
    yield `the status is none of ${Object.keys(operation.responses).join(', ')}`
    return
  }
  const [documented, at] = resolved<DocumentedResponse>(
    document,
    stated,
    `${pointer}/responses/${answer.status}`,
  )
  yield* headerProblems(document, documented, asked, answer)
  yield* bodyProblems(document, documented, at, answer)
}

function* headerProblems(
  document: Document,
  { headers = {} }: DocumentedResponse,
  { withKey }: Asked,
  answer: Answer,
): Iterable<string> {
  for (const name of Object.keys(answer.headers)) {
    if (TELLING.test(name) && !(name in headers)) yield `the header ${name} is not documented`
  }
  for (const [name, stated] of Object.entries(headers)) {
    const [{ required, schema }] = resolved(document, stated, '')
    const value = answer.headers[name]
    // docs/contract.md#c1-limits-always: on every answer to a valid key, whatever its status.
    const isWanted = required || (withKey && LIMITS.includes(name) && answer.status < 500)
    if (isWanted && value === undefined) yield `the header ${name} is missing`
    if (value !== undefined && !isOfType(schema, value)) yield `the header ${name} is ${value}`
  }
}

function isOfType({ type, minimum = 0 }: JsonSchema, value: string): boolean {
  return type !== 'integer' || (/^\d+$/.test(value) && Number(value) >= minimum)
}

function* bodyProblems(
  document: Document,
  { content }: DocumentedResponse,
  pointer: string,
  { status, headers, body }: Answer,
): Iterable<string> {
  if (!content) {
    if (body !== '') yield 'there is a body, and none is documented'
    return
  }
  if (!headers['content-type']?.startsWith('application/json')) yield 'the body is no JSON'
  yield* schemaProblems(document, `${pointer}/content/application~1json/schema`, body)
  if (status >= 400) yield* envelopeProblems(status, body)
}

function* envelopeProblems(status: number, body: unknown): Iterable<string> {
  const { statusCode, error } = body as { statusCode?: unknown; error?: unknown }
  if (statusCode !== status) yield `statusCode is ${statusCode}`
  if (error !== STATUS_CODES[status]) yield `error is ${error}`
}

function* offAddress(document: Document, { status, body }: Answer): Iterable<string> {
  if (status < 400 || body === '') return
  const schema = status === 400 ? 'InvalidRequest' : 'Problem'
  yield* schemaProblems(document, `/components/schemas/${schema}`, body)
  yield* envelopeProblems(status, body)
}

/** How `body` differs from the schema at `pointer` in the document, a sentence for each way. */
export function* schemaProblems(
  document: Document,
  pointer: string,
  body: unknown,
): Iterable<string> {
  const validate = validatorAt(document, pointer)
  if (validate(body)) return
  for (const { instancePath, message, params } of validate.errors ?? []) {
    yield `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`
  }
}

function validatorAt(document: Document, pointer: string): ValidateFunction {
  if (!compiled) {
    compiled = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
    addFormats(compiled)
    compiled.addSchema(closed(document), 'openapi')
  }
  const validate = compiled.getSchema(`openapi#${encodeURI(pointer)}`)
  if (!validate) throw new Error(`the document has no schema at ${pointer}`)
  return validate as ValidateFunction
}

/** A copy in which no record has a field that is not documented. */
function closed<Node>(node: Node): Node {
  if (Array.isArray(node)) return node.map(closed) as Node
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, closed(inner)]))
  return ('properties' in copy ? { ...copy, additionalProperties: false } : copy) as Node
}
