// Property tests over the OpenAPI document: no request gets a 5xx, and each response matches the document.
// FUZZ_REQUESTS=10000 tests more requests. FUZZ_SEED reproduces a failed run.

import { startPayments } from '@mediajobs/local-engines'
import { type TestResponse, testApp } from '@mediajobs/testing/api/app'
import {
  type Document,
  type Found,
  followed,
  type JsonSchema,
  operationsOf,
  parametersOf,
} from '@mediajobs/testing/api/document'
import { examplesOf, exampleWith } from '@mediajobs/testing/api/examples'
import { furnishedOrg, kindOfPath } from '@mediajobs/testing/api/furnished-org'
import * as fc from 'fast-check'
import t from 'tap'
import { ID_TOKEN, idToken } from './support/arbitrary.ts'
import { edgeInstants } from './support/arbitrary-instant.ts'
import {
  type ArbitraryRequest,
  arbitraryRequest,
  type Caller,
} from './support/arbitrary-request.ts'

const MORE_EDGES = 4

// Concurrent requests, so they also contend in the database.
const AT_ONCE = 5
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const MAX_ROUND_TRIPS = 12
// Rewriting a media item with the same values may change updatedAt.
const IGNORED = { updatedAt: '' }
// Long enough for slow machines.
const TIME_LIMIT_MS = 30_000 + REQUESTS * 100

t.setTimeout(TIME_LIMIT_MS)

// A payment provider that refuses made-up keys: without one, a new account is a 503.
const payments = await startPayments()
t.teardown(() => payments.stop())
const service = await testApp(t, { paymentsApiUrl: payments.url })
const document = service.app.openApi() as unknown as Document
const { org, idOf, kinds } = await furnishedOrg(service)
const other = await service.createOrg()
const technician = await service.createMember(org, 'TECHNICIAN')
const keys: Record<Exclude<Caller, 'SESSION' | 'ANONYMOUS'>, string> = {
  ADMIN: org.key,
  READ: await (await service.createMember(org, 'MANAGER')).keyWith('READ'),
  WEBHOOKS: await (await service.createMember(org, 'MANAGER')).keyWith('WEBHOOKS', 'BULK_IMPORT'),
  TECHNICIAN: await technician.keyWith('WRITE'),
  FOREIGN: other.key,
}
const token = await (await service.createMember(org, 'MANAGER')).token()

/** The ids or tokens of records created so far, by first path segment. */
const made: Record<string, string[]> = Object.fromEntries(kinds.map((kind) => [kind, [idOf(kind)]]))

t.test(
  `${REQUESTS} requests: no 5xx, and every response as documented [c1-errors-phrase, c1-errors-request-id]`,
  async (t) => {
    t.comment(`FUZZ_SEED=${SEED}`)
    const statuses: Record<string, number> = {}
    const property = fc.asyncProperty(
      fc.array(arbitraryRequest(document), { minLength: AT_ONCE, maxLength: AT_ONCE }),
      async (requests) => {
        const responses = await Promise.all(requests.map(send))
        for (const [i, response] of responses.entries()) {
          statuses[response.status] = (statuses[response.status] ?? 0) + 1
          const request = requests[i] as ArbitraryRequest
          if (response.status < 500 && !missesBody(request, response)) continue
          throw new Error(`${response.status} to ${JSON.stringify(request)}`)
        }
      },
    )
    await fc.assert(property, {
      numRuns: REQUESTS / AT_ONCE,
      seed: SEED,
      // A shrunk case would run on a database that has changed since.
      endOnFailure: true,
      includeErrorInReport: true,
    })
    t.comment(JSON.stringify(statuses))
    t.ok((statuses[200] ?? 0) > REQUESTS / 20, 'many requests are valid')
    t.ok((statuses[201] ?? 0) > REQUESTS / 100, 'and some create a record')
  },
)

t.test('boundary times in every time field and parameter: no 5xx', async (t) => {
  t.comment(`FUZZ_SEED=${SEED}`)
  const { instants, requests } = withEveryTime(document, SEED)
  for (const request of requests) {
    const { status } = await send(request)
    t.ok(status < 500, `${status} to ${JSON.stringify(request)}`)
  }
  t.ok(requests.length >= instants.length * 10, 'in many fields and parameters')
})

t.test('PATCH accepts the fields of a GET unchanged, even after arbitrary requests', async (t) => {
  t.comment(`FUZZ_SEED=${SEED}`)
  let trips = 0
  const kindsOfTrips = roundTripsOf(document)
  for (const { kind, path, fields } of kindsOfTrips) {
    for (const id of (made[kind] ?? []).slice(-MAX_ROUND_TRIPS)) {
      const at = (template: string) => template.replace('{id}', id)
      const read = await service.request('GET', at(path), { key: org.key })
      if (read.status !== 200) continue
      const body = Object.fromEntries(fields.map((field) => [field, read.body[field]]))
      const back = await service.request('PATCH', at(path), { key: org.key, body })
      trips++
      const what = `${at(path)} ${JSON.stringify(body)}`
      // The status may forbid changes, as for a sent invoice.
      if (back.status === 409) continue
      t.equal(back.status, 200, `${what}: ${JSON.stringify(back.body.message)}`)
      t.strictSame({ ...back.body, ...IGNORED }, { ...read.body, ...IGNORED }, what)
    }
  }
  t.ok(trips > kindsOfTrips.length, `${trips} records`)
})

/** Whether the response demands a body that the operation doesn't require. */
function missesBody(
  { body, method, needsBody }: ArbitraryRequest,
  { status, ...response }: TestResponse,
) {
  if (body !== undefined || needsBody || method === 'PUT') return false
  return status === 415 || (status === 400 && /^body /.test(response.body.message?.[0]))
}

async function send(request: ArbitraryRequest): Promise<TestResponse> {
  const { method, query, contentType, headers } = request
  const isBodyless = method === 'GET' || method === 'HEAD' || request.body === undefined
  const response = await service.request(method, addressOf(request.path, query), {
    isArbitrary: true,
    ...credentialOf(request.caller),
    ...(!isBodyless && { body: withIds(request.body) }),
    headers: {
      ...headers,
      ...(contentType && { 'content-type': contentType }),
      ...(request.caller === 'SESSION' && { 'x-org-id': org.organizationId }),
    },
  })
  if (response.status < 300 && request.caller === 'ADMIN') note(request.path, response.body)
  return response
}

function addressOf(path: string, query: [string, unknown][]): string {
  const steps = path.split('/').map((step) => String(withIds(step)))
  const values = query.flatMap(([name, value]) =>
    [value].flat().map((each) => [name, textOf(withIds(each))]),
  )
  const search = new URLSearchParams(values as [string, string][]).toString()
  return `${steps.join('/')}${search && `?${search}`}`
}

// Node's HTTP server accepts 16 KiB of headers in total, so the URL must be shorter.
function textOf(value: unknown): string {
  return String(value).slice(0, 2_000).toWellFormed()
}

function credentialOf(caller: Caller): { key?: string; token?: string } {
  if (caller === 'ANONYMOUS') return {}
  return caller === 'SESSION' ? { token } : { key: keys[caller] }
}

/** Remembers the ids and tokens of a response, for later requests. */
function note(path: string, body: unknown): void {
  const [, kind = '', inner = ''] = path.split('/')
  const { id, deliveryToken } = Object(body) as { id?: unknown; deliveryToken?: unknown }
  if (typeof deliveryToken === 'string') keep('deliveries', deliveryToken)
  // Omits the caller's own key, which a later request could revoke.
  if (typeof id !== 'string' || inner === 'current') return
  if (kind !== 'webhooks') keep(kind, id)
  else keep(inner === 'subscriptions' && !path.endsWith('/test') ? inner : 'webhook-deliveries', id)
}

function keep(kind: string, id: string): void {
  made[kind] ??= []
  if (!made[kind].includes(id)) made[kind].push(id)
}

function withIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIds)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withIds(inner)]))
  }
  const [, kind = '', n] = (typeof value === 'string' && ID_TOKEN.exec(value)) || []
  if (n === undefined) return value
  const known = made[kind] ?? []
  return known[Number(n) % known.length] ?? 'none-yet'
}

/** A record with a GET and a PATCH. */
interface RoundTrip {
  /** First path segment. */
  kind: string
  path: string
  /** Fields that PATCH accepts. */
  fields: string[]
}

/** Every record that has a GET and a PATCH. */
function roundTripsOf(document: Document): RoundTrip[] {
  const gets = operationsOf(document).filter(
    ({ method, path }) => method === 'GET' && path.endsWith('{id}'),
  )
  return gets.flatMap(({ path }) => {
    const { requestBody } = document.paths[path]?.patch ?? {}
    const schema = requestBody?.content['application/json']?.schema
    if (!schema) return []
    const { properties = {} }: JsonSchema = followed(document, schema)
    return [{ kind: kindOfPath(path), path, fields: Object.keys(properties) }]
  })
}

/** Requests with boundary times in each documented field and parameter of a time. */
function withEveryTime(document: Document, seed: number) {
  const instants = edgeInstants(MORE_EDGES, seed)
  const requests = operationsOf(document).flatMap((found) =>
    instants.flatMap((instant) => requestsWith(document, found, instant)),
  )
  return { instants, requests }
}

function requestsWith(document: Document, found: Found, instant: string): ArbitraryRequest[] {
  const { method, operation } = found
  const path = found.path.replace(/\{\w+\}/, idToken(kindOfPath(found.path), 0))
  const request = {
    method,
    path,
    query: [],
    headers: {},
    caller: 'ADMIN',
    needsBody: true,
  } as const
  const inQuery = parametersOf(document, operation, 'query')
    .filter(({ schema }) => followed(document, schema).format === 'date-time')
    .map(({ name }) => ({ ...request, query: [[name, instant]] as [string, unknown][] }))
  const schema = operation.requestBody?.content['application/json']?.schema
  const properties = schema ? (followed(document, schema).properties ?? {}) : {}
  const example = exampleWith(examplesOf(operation)[0] ?? {}, (kind) => idToken(kind, 0))
  const inBody = Object.entries(properties)
    .filter(([, property]) => followed(document, property).format === 'date-time')
    .map(([name]) => ({ ...request, query: [], body: { ...Object(example), [name]: instant } }))
  return [...inQuery, ...inBody]
}
