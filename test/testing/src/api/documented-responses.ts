import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { isFieldCode, PROBLEM_CODES } from '@mediajobs/domain'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import {
  type Document,
  type DocumentedResponse,
  type JsonSchema,
  operationAt,
  resolved,
} from './document.ts'

// ajv-formats is CommonJS: its function is the default export.
const addFormats = ajvFormats as unknown as typeof ajvFormats.default

/** A response with its JSON body parsed. */
interface ReceivedResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: unknown
}

interface SentRequest {
  method: string
  path: string
  /** Sent with an API key, valid or not. */
  withKey: boolean
}

// Headers that must be documented; others belong to HTTP.
const DOCUMENTED = /^(x-.*|etag|location|retry-after|www-authenticate|idempotency-replayed)$/
const LIMITS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

let compiled: Ajv2020 | undefined

/**
 * Compares a response with its operation in the OpenAPI document. On undocumented paths, errors must have the common
 * body.
 *
 * @throws {Error} that lists the differences
 */
export function expectDocumented(
  document: Document,
  request: SentRequest,
  response: ReceivedResponse,
): void {
  const problems = [...problemsOf(document, request, response)]
  if (problems.length === 0) return
  const what = `${request.method} ${request.path} returned ${response.status}`
  const body = JSON.stringify(response.body)?.slice(0, 1_000)
  throw new Error(`${what}, which differs from the documentation:\n${problems.join('\n')}\n${body}`)
}

function* problemsOf(
  document: Document,
  request: SentRequest,
  response: ReceivedResponse,
): Iterable<string> {
  if (!response.headers['x-request-id']) yield 'x-request-id is missing'
  const found = operationAt(document, request.method, request.path)
  if (!found) {
    yield* unknownPathProblems(document, response)
    return
  }
  const { operation, pointer } = found
  const stated = operation.responses[String(response.status)]
  if (!stated) {
    yield `the status is not one of ${Object.keys(operation.responses).join(', ')}`
    return
  }
  const [documented, at] = resolved<DocumentedResponse>(
    document,
    stated,
    `${pointer}/responses/${response.status}`,
  )
  yield* headerProblems(document, documented, request, response)
  yield* bodyProblems(document, documented, at, response)
  yield* conflictProblems(documented, response)
}

/** The description of a 409 names every code that it may have. */
function* conflictProblems(
  { description }: DocumentedResponse,
  { status, body }: ReceivedResponse,
): Iterable<string> {
  if (status !== 409) return
  const { code } = body as Envelope
  if (!description.includes(`\`${code}\``)) yield `the code ${code} is not documented`
}

function* headerProblems(
  document: Document,
  { headers = {} }: DocumentedResponse,
  { withKey }: SentRequest,
  response: ReceivedResponse,
): Iterable<string> {
  for (const name of Object.keys(response.headers)) {
    if (DOCUMENTED.test(name) && !(name in headers)) yield `the header ${name} is not documented`
  }
  for (const [name, stated] of Object.entries(headers)) {
    const [{ required, schema }] = resolved(document, stated, '')
    const value = response.headers[name]
    // docs/contract.md#c1-limits-always: on every response to a valid key, with any status.
    const isWanted = required || (withKey && LIMITS.includes(name) && response.status < 500)
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
  { status, headers, body }: ReceivedResponse,
): Iterable<string> {
  if (!content) {
    if (body !== '') yield 'the response has a body, and no body is documented'
    return
  }
  const types = Object.keys(content)
  const type = types.find((each) => headers['content-type']?.startsWith(each)) ?? types[0] ?? ''
  if (!headers['content-type']?.startsWith(type)) yield `the body is not of the type ${type}`
  yield* schemaProblems(document, `${pointer}/content/${type.replaceAll('/', '~1')}/schema`, body)
  if (status >= 400) yield* envelopeProblems(status, body)
}

interface Envelope {
  statusCode?: unknown
  error?: unknown
  code?: unknown
  message?: unknown
  fields?: { message?: unknown }[]
}

function* envelopeProblems(status: number, body: unknown): Iterable<string> {
  const { statusCode, error, code, message, fields } = body as Envelope
  if (statusCode !== status) yield `statusCode is ${statusCode}`
  if (error !== STATUS_CODES[status]) yield `error is ${error}`
  // docs/contract.md#c1-errors-fields
  const sentences = fields?.map((field) => field.message) ?? []
  const hasSentences = Array.isArray(message)
    ? isDeepStrictEqual(sentences, message)
    : sentences.every((sentence) => sentence === message)
  const isMissing = fields === undefined ? isAboutInput(String(code)) : fields.length === 0
  if (isMissing || !(hasSentences || fields === undefined)) {
    yield `the fields are ${JSON.stringify(fields)}`
  }
}

// Field codes that also refuse a credential.
const OF_CREDENTIAL = ['role_forbids', 'role_forbids_move', 'wrong_cell']

function isAboutInput(code: string): boolean {
  const status = Reflect.get(PROBLEM_CODES, code)
  return status === 400 || (isFieldCode(code) && !OF_CREDENTIAL.includes(code))
}

function* unknownPathProblems(
  document: Document,
  { status, body }: ReceivedResponse,
): Iterable<string> {
  if (status < 400 || body === '') return
  const schema = status === 400 ? 'InvalidRequest' : 'Problem'
  yield* schemaProblems(document, `/components/schemas/${schema}`, body)
  yield* envelopeProblems(status, body)
}

/** Differences between `body` and the schema at `pointer`, one sentence each. */
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

/** A copy that forbids undocumented fields. */
function closed<Node>(node: Node): Node {
  if (Array.isArray(node)) return node.map(closed) as Node
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, closed(inner)]))
  return ('properties' in copy ? { ...copy, additionalProperties: false } : copy) as Node
}
