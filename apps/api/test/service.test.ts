// Service-wide rules of docs/contract.md#c1.

import { sharedApp } from '@mediajobs/testing/api/app'
import { type Document, operationsOf } from '@mediajobs/testing/api/document'
import t from 'tap'
import manifest from '../package.json' with { type: 'json' }

const service = await sharedApp()
const org = await service.createOrg()
const document: Document & { info: { version: string } } = (
  await service.request('GET', '/openapi.json')
).body

t.test(
  'GET / names the service and its version; paths contain no version [c1-version-path, c1-version-root]',
  async (t) => {
    const { status, body } = await service.request('GET', '/')
    t.equal(status, 200)
    t.strictSame(body, { name: 'Media Production Job Service', version: manifest.version })
    t.equal(document.info.version, body.version)
    const paths = Object.keys(document.paths)
    t.ok(paths.length > 40)
    t.strictSame(
      paths.filter((path) => /\/v\d/.test(path)),
      [],
    )
  },
)

t.test(
  'no operation is deprecated in the document or a response [c1-version-deprecated]',
  async (t) => {
    for (const { operation } of operationsOf(document)) {
      t.notOk('deprecated' in operation, operation.operationId)
    }
    const { headers } = await org.call('GET', '/projects')
    t.notOk('deprecation' in headers || 'sunset' in headers)
  },
)

t.test('an unknown route is a 404 with or without a key [c1-order-unknown-route]', async (t) => {
  const expected = { status: 404, body: { code: 'not_found', message: /openapi\.json/ } }
  for (const path of ['/nowhere', '/projects/create/more']) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      for (const call of [{}, { key: org.key }, { key: 'mjk_wrong' }]) {
        t.match(await service.request(method, path, call), expected, `${method} ${path}`)
      }
    }
  }
})

// Error codes are snake_case, sorts are field names, logo types are media types, and languages are ISO 639 codes.
// docs/contract.md#c13-archive and #c23-media name the sizes, docs/contract.md#c14-unassigned the work. JSON-RPC has a
// version, and agents can request all tools.
const OTHER_VALUES = [
  ...['ArchiveSize', 'FieldCode', 'JsonRpcVersion', 'Language', 'LogoType', 'McpTools'],
  ...['ProblemCode', 'ProjectSort', 'SiteSize', 'UnassignedVisits', 'UnassignedWork'],
]

t.test('fields are camelCase, enum values UPPER_SNAKE_CASE [c1-names-case]', async (t) => {
  const { schemas = {} } = document.components
  for (const name of OTHER_VALUES) t.ok(schemas[name], `${name} is in the document`)
  const wrong = Object.entries(schemas).flatMap(
    ([name, { properties = {}, enum: values = [] }]) => [
      // The fields of counts by status are named after statuses.
      ...Object.keys(properties).filter((field) => !/^([a-z][A-Za-z0-9]*|[A-Z_]+)$/.test(field)),
      ...(OTHER_VALUES.includes(name) ? [] : values.filter((value) => !isUpperSnake(value))),
    ],
  )
  t.strictSame(wrong, [])
})

function isUpperSnake(value: unknown): boolean {
  return value === null || /^[A-Z][A-Z0-9_]*$/.test(String(value))
}

t.test('a 500 reveals no error details [c1-errors-500]', async (t) => {
  const { pool } = service.store.database
  await pool.query('alter table packages rename to packages_away')
  t.teardown(() => pool.query('alter table packages_away rename to packages'))
  const response = await fetch(`${service.url}/packages`, { headers: { 'x-api-key': org.key } })
  const body: Record<string, string> = JSON.parse(await response.text())
  const { requestId, message, ...rest } = body
  t.equal(response.status, 500)
  t.strictSame(rest, { statusCode: 500, error: 'Internal Server Error', code: 'internal_error' })
  t.equal(response.headers.get('x-request-id'), requestId)
  t.notMatch(message, /packages|relation|select|pg|\.ts/i)
})
