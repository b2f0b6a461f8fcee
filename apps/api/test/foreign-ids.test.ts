// Every operation × another organization's ids, in the path and the query. Those in bodies and cursors are tested by
// test/tenants/foreign-ids.test.ts.
import { randomUUID } from 'node:crypto'
import { sharedApp, type TestResponse } from '@mediajobs/testing/api/app'
import {
  addressOf,
  type Document,
  type Found,
  operationsOf,
  parametersOf,
} from '@mediajobs/testing/api/document'
import { examplesOf, exampleWith, kindOfField } from '@mediajobs/testing/api/examples'
import { furnishedOrg, kindOfPath } from '@mediajobs/testing/api/furnished-org'
import t from 'tap'
import { EXAMPLE_ID } from '../src/vocabulary/operation-docs.ts'

const service = await sharedApp()
const document = service.app.openApi() as unknown as Document
const tenantOperations = operationsOf(document).filter(({ operation }) =>
  operation.security.some((way) => 'apiKey' in way),
)
const own = await furnishedOrg(service)
const foreign = await furnishedOrg(service)

t.test(
  'a session of a non-member gets the 404 of an unknown organization [c2-session-organization]',
  async (t) => {
    const [token, other] = [await own.org.token(), await service.createOrg()]
    // A session is limited to 50 calls a second.
    for (const { method, path } of tenantOperations.filter((_, i) => i % 6 === 0)) {
      const ask = (organization: string) =>
        service.request(method, path, { token, headers: { 'x-org-id': organization } })
      const unknown = await ask(randomUUID())
      t.equal(unknown.status, 404)
      for (const organization of [other.organizationId, 'nope']) {
        t.strictSame(comparable(await ask(organization)), comparable(unknown), `${method} ${path}`)
      }
    }
  },
)

t.test(
  'another organization’s id in a path gets the 404 of an unknown id [i1-own-data, c1-ids-404]',
  async (t) => {
    for (const found of tenantOperations.filter(({ path }) => path.includes('{'))) {
      const { operationId } = found.operation
      const body = found.operation.requestBody && exampleWith(exampleOf(found), own.idOf)
      const ask = (id: string) => own.call(found.method, addressOf(found, id), body)
      const unknown = await ask(randomUUID())
      t.equal(unknown.status, 404, operationId)
      const foreignId = foreign.idOf(kindOfPath(found.path))
      for (const id of [foreignId, foreignId.toUpperCase(), 'nope']) {
        t.strictSame(comparable(await ask(id)), comparable(unknown), operationId)
      }
    }
  },
)

t.test(
  'the foreign ids of these tests exist for their own organization [i2-project-id]',
  async (t) => {
    for (const found of tenantOperations) {
      if (found.method !== 'GET' || !found.path.includes('{')) continue
      const address = addressOf(found, foreign.idOf(kindOfPath(found.path)))
      t.equal((await foreign.call('GET', address)).status, 200, found.path)
    }
  },
)

const PERIOD = 'from=2026-05-01&to=2026-05-31&'

t.test(
  'another organization’s id in a query gives an empty list or report [i1-own-data, c1-ids-query]',
  async (t) => {
    const reported = (path: string, query: string) =>
      own.call('GET', `${path}?${path === '/reports/owed' ? '' : PERIOD}${query}`)
    for (const { path, operation } of tenantOperations) {
      const ids = parametersOf(document, operation, 'query').filter(
        ({ schema }) => schema.format === 'uuid',
      )
      for (const { name } of ids) {
        for (const id of [foreign.idOf(kindOfField(name)), randomUUID(), 'nope']) {
          if (path.startsWith('/reports/')) {
            const { body } = await reported(path, `${name}=${id}`)
            const nobody = await reported(path, `${name}=${randomUUID()}`)
            t.ok(body.data, `${name} of ${path}`)
            t.strictSame(body, nobody.body, `${name} of ${path}`)
            continue
          }
          const response = await own.call('GET', `${path}?${name}=${id}`)
          // For one project, not a list.
          if (path.includes('{')) {
            t.equal(response.status, 404, `${name} of ${path}`)
            continue
          }
          t.strictSame(response.body, { data: [], nextCursor: null }, `${name} of ${path}`)
        }
      }
    }
  },
)

/** An example body, with ids if possible. */
function exampleOf({ operation }: Found): Record<string, unknown> {
  const examples = examplesOf(operation)
  const withIds = examples.find((body) => JSON.stringify(body).includes(EXAMPLE_ID))
  return Object(withIds ?? examples[0])
}

/** The parts of a response that must match. */
function comparable({ status, headers, body }: TestResponse): unknown {
  const kept = Object.entries(headers).filter(
    ([name]) => name !== 'x-request-id' && name !== 'date' && !name.startsWith('x-ratelimit-'),
  )
  const { requestId, ...rest } = Object(body)
  return { status, headers: Object.fromEntries(kept), body: rest }
}
