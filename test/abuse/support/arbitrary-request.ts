import {
  type Document,
  type Found,
  type JsonSchema,
  operationsOf,
  parametersOf,
  type Reference,
  resolved,
} from '@mediajobs/testing/api/document'
import { examplesOf, exampleWith } from '@mediajobs/testing/api/examples'
import { kindOfPath } from '@mediajobs/testing/api/furnished-org'
import * as fc from 'fast-check'
import { allowed, idToken, nasty } from './arbitrary.ts'

/** A request with placeholder ids. */
export interface ArbitraryRequest {
  method: string
  /** With the parameters filled in. */
  path: string
  query: [string, unknown][]
  /** Strings are sent unchanged. Undefined: no body. */
  body?: unknown
  contentType?: string
  headers: Record<string, string>
  caller: Caller
  /** The operation requires a body. */
  needsBody: boolean
}

export type Caller =
  | 'ADMIN'
  | 'READ'
  | 'WEBHOOKS'
  | 'TECHNICIAN'
  | 'SESSION'
  | 'FOREIGN'
  | 'ANONYMOUS'

const caller: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 20, arbitrary: fc.constant<Caller>('ADMIN') },
  {
    weight: 5,
    arbitrary: fc.constantFrom<Caller[]>(
      'READ',
      'WEBHOOKS',
      'TECHNICIAN',
      'SESSION',
      'FOREIGN',
      'ANONYMOUS',
    ),
  },
)

/** A request to any operation: mostly valid, often slightly wrong, sometimes absurd. */
export function arbitraryRequest(document: Document): fc.Arbitrary<ArbitraryRequest> {
  return fc.constantFrom(...operationsOf(document)).chain((found) =>
    fc
      .record({
        method: fc.oneof(
          { weight: 40, arbitrary: fc.constant(found.method) },
          { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT') },
        ),
        path: pathOf(found),
        query: queryOf(document, found),
        sent: bodyOf(document, found),
        headers: headersOf(),
        caller,
      })
      .map(({ sent, ...request }) => ({
        ...request,
        ...sent,
        needsBody: found.operation.requestBody?.required ?? false,
      })),
  )
}

function pathOf({ path }: Found): fc.Arbitrary<string> {
  const kind = kindOfPath(path)
  const parameter = fc.oneof(
    { weight: 10, arbitrary: fc.nat({ max: 1_000 }).map((n) => idToken(kind, n)) },
    { weight: 1, arbitrary: fc.uuid() },
    {
      weight: 1,
      arbitrary: fc.constantFrom('nope', '%', '%zz', '%00', '%F0%9F%A6%84', 'A'.repeat(300)),
    },
  )
  const steps = path.split(/\{\w+\}/)
  return fc
    .array(parameter, { minLength: steps.length - 1, maxLength: steps.length - 1 })
    .map((values) => steps.map((step, i) => `${step}${values[i] ?? ''}`).join(''))
}

function queryOf(document: Document, { operation }: Found): fc.Arbitrary<[string, unknown][]> {
  const known = parametersOf(document, operation, 'query').map(({ name, schema }) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 6, arbitrary: allowed(document, schema, name) },
        { weight: 1, arbitrary: nasty },
      ),
    ),
  )
  const unknown = fc.tuple(fc.constant('unknown'), fc.constant<unknown>('x'))
  return fc.oneof(
    {
      weight: 10,
      arbitrary: known.length === 0 ? fc.constant<[string, unknown][]>([]) : someOf(known),
    },
    { weight: 1, arbitrary: unknown.map((each): [string, unknown][] => [each]) },
  )
}

function someOf(all: fc.Arbitrary<[string, unknown]>[]): fc.Arbitrary<[string, unknown][]> {
  return fc.array(fc.oneof(...all), { maxLength: 3 })
}

type Sent = Pick<ArbitraryRequest, 'body' | 'contentType'>

function bodyOf(document: Document, { operation }: Found): fc.Arbitrary<Sent> {
  const content = operation.requestBody?.content ?? {}
  const { schema: stated } = content['application/json'] ?? {}
  const [schema] = stated ? resolved(document, stated as JsonSchema & Reference, '') : []
  const nothing = fc.constantFrom<Sent[]>(
    {},
    { contentType: 'application/json' },
    { contentType: 'application/x-unknown' },
  )
  const absurd = fc.oneof(
    nasty.map((body): Sent => ({ body })),
    fc.constantFrom<Sent[]>(
      { body: '{"a":' },
      { body: '' },
      { body: 'a,b\n1,2', contentType: 'text/csv' },
      { body: 'plain', contentType: 'text/plain' },
      { body: '{"__proto__":{"a":1}}' },
    ),
  )
  if (!schema) {
    return fc.oneof({ weight: 20, arbitrary: nothing }, { weight: 1, arbitrary: absurd })
  }
  const valid = allowed(document, schema) as fc.Arbitrary<Record<string, unknown>>
  const wrong = fc
    .tuple(valid, fc.constantFrom('unknown', ...Object.keys(schema.properties ?? {})), nasty)
    .map(([body, field, value]): Sent => ({ body: { ...body, [field]: value } }))
  const real = examplesOf(operation).map((example) =>
    fc
      .nat({ max: 1_000 })
      .map((n): Sent => ({ body: exampleWith(example, (kind) => idToken(kind, n)) })),
  )
  return fc.oneof(
    { weight: 8, arbitrary: valid.map((body): Sent => ({ body })) },
    { weight: 6, arbitrary: real.length === 0 ? nothing : fc.oneof(...real) },
    { weight: 4, arbitrary: wrong },
    { weight: 1, arbitrary: absurd },
    { weight: 1, arbitrary: nothing },
  )
}

function headersOf(): fc.Arbitrary<Record<string, string>> {
  const key = fc.oneof(
    { weight: 9, arbitrary: fc.nat({ max: 60 }).map((n) => `key-${n}`) },
    { weight: 1, arbitrary: fc.constantFrom('two words', 'x'.repeat(256), ' ') },
  )
  const tags = fc.constantFrom('"1"', '"2"', '*', 'W/"1"', '3', '"x"', '"a,b", "1"', '"1')
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant<Record<string, string>>({}) },
    {
      weight: 2,
      arbitrary: fc.record(
        {
          'idempotency-key': key,
          'if-match': tags,
          'if-none-match': tags,
          prefer: fc.constantFrom('handling=strict', 'handling=lenient'),
          'x-request-id': fc.constantFrom('mine', 'two words', 'x'.repeat(500)),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<Record<string, string>>,
    },
  )
}
