import {
  type Document,
  type Found,
  followed,
  operationsOf,
  parametersOf,
} from '@mediajobs/testing/api/document'
import { examplesOf, exampleWith } from '@mediajobs/testing/api/examples'
import { kindOfPath } from '@mediajobs/testing/api/furnished-org'
import { idToken } from './arbitrary.ts'
import { edgeInstants } from './arbitrary-instant.ts'
import type { ArbitraryRequest } from './arbitrary-request.ts'

const MORE_EDGES = 4

/** Requests with boundary times in each documented field and parameter of a time. */
export function withEveryTime(document: Document, seed: number) {
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
