// docs/contract.md#c11-no-body: unless a body is required, zero bytes count as none, with any Content-Type.
import { randomUUID } from 'node:crypto'
import { request as send } from 'node:http'
import { json } from 'node:stream/consumers'
import { sharedApp } from '@mediajobs/testing/api/app'
import { addressOf, type Document, operationsOf } from '@mediajobs/testing/api/document'
import { furnishedOrg } from '@mediajobs/testing/api/furnished-org'
import { anyAddress } from '@mediajobs/testing/api/request'
import t from 'tap'

const service = await sharedApp()
const { org, make, idOf } = await furnishedOrg(service)
const operations = operationsOf(service.app.openApi() as unknown as Document).filter(
  ({ method }) => method !== 'GET',
)

type Headers = Record<string, string>

const JSON_TYPE: Headers = { 'content-type': 'application/json' }
const CHUNKED: Headers = { 'transfer-encoding': 'chunked' }
/** Headers of requests with an empty body. */
const EMPTY: Headers[] = [
  JSON_TYPE,
  { 'content-type': 'application/json', 'content-length': '0' },
  { 'content-type': 'application/x-unknown', 'content-length': '0' },
  { 'content-type': 'no type', 'content-length': '0' },
  { 'content-length': '0', 'content-encoding': 'gzip' },
  { ...JSON_TYPE, ...CHUNKED },
  { 'content-type': 'application/x-unknown', ...CHUNKED },
  { 'content-type': 'no type', ...CHUNKED },
  CHUNKED,
]

/** Uses `node:http`, because `fetch` sets body headers itself. */
async function ask(method: string, path: string, headers: Headers, body = '') {
  const { hostname, port } = new URL(service.url)
  const own = { 'x-api-key': org.key, 'x-forwarded-for': anyAddress() }
  const sent = send({ hostname, port, method, path, headers: { ...own, ...headers } })
  sent.end(body)
  const [response] = await new Promise<Parameters<Parameters<typeof sent.on>[1]>>(
    (resolve, reject) => {
      sent.on('response', (...found) => resolve(found))
      sent.on('error', reject)
    },
  )
  const { statusCode: status, headers: received } = response
  const isEmpty = received['content-length'] === '0' || status === 204
  return { status, headers: received, body: isEmpty ? null : await json(response) }
}

t.test('every operation treats zero bytes as no body [c1-bodies-empty, c11-no-body]', async (t) => {
  for (const found of operations) {
    const { method, operation } = found
    const path = addressOf(found, randomUUID())
    const plain = await ask(method, path, {})
    for (const headers of EMPTY) {
      const response = await ask(method, path, headers)
      const name = `${operation.operationId} ${JSON.stringify(headers)}`
      t.equal(response.status, plain.status, name)
      t.strictSame(codeAndMessage(response.body), codeAndMessage(plain.body), name)
    }
  }
})

function codeAndMessage(body: unknown) {
  const { code, message } = Object(body) as { code?: string; message?: unknown }
  return { code, message }
}

t.test('only operations that require a body refuse an empty one [c1-bodies-empty]', async (t) => {
  for (const found of operations) {
    const { method, operation } = found
    const { required = false } = operation.requestBody ?? {}
    const { status, body } = await ask(method, addressOf(found, randomUUID()), JSON_TYPE)
    const { message } = codeAndMessage(body)
    const isRefused = /^body is empty: send a JSON object( or text\/csv)?$/.test(String(message))
    // Operations that require a session respond 401 first.
    t.equal(isRefused, required && status !== 401, operation.operationId)
    if (isRefused) t.equal(status, 400, operation.operationId)
  }
})

t.test(
  'a JSON body that is not an object is refused, even where none is required [c11-null-body]',
  async (t) => {
    const withBody = operations.filter(({ operation }) => operation.requestBody !== undefined)
    for (const found of withBody) {
      const { method, operation } = found
      for (const text of ['null', '[]', 'false']) {
        const headers = { ...JSON_TYPE, 'content-length': String(text.length) }
        const { status, body } = await ask(method, addressOf(found, randomUUID()), headers, text)
        const name = `${operation.operationId} ${text}`
        // Operations that require a session respond 401 first. The one-click POST doesn't read its body.
        if (status === 401 || operation.operationId === 'unsubscribe') continue
        t.match([status, body], [400, { message: ['body must be an object'] }], name)
      }
    }
  },
)

t.test(
  'a client that always sends Content-Type can delete, deliver and approve [c1-bodies-empty, c11-no-body]',
  async (t) => {
    for (const headers of [JSON_TYPE, { ...JSON_TYPE, ...CHUNKED }]) {
      const { id } = await make('/customers', { name: 'C', email: `${randomUUID()}@empty.test` })
      t.equal((await ask('DELETE', `/customers/${id}`, headers)).status, 204)
      const project = `/projects/${idOf('projects')}`
      t.equal((await ask('POST', `${project}/deliver`, headers)).status, 200)
      t.equal((await ask('POST', `${project}/approve`, headers)).status, 200)
      t.equal((await ask('DELETE', `${project}/delivery`, headers)).status, 204)
      const test = `/webhooks/subscriptions/${idOf('subscriptions')}/test`
      t.equal((await ask('POST', test, headers)).status, 202)
    }
  },
)

t.test(
  'the body of a DELETE is ignored, with handling=strict too [c1-bodies-unknown]',
  async (t) => {
    const { id } = await make('/customers', { name: 'C', email: `${randomUUID()}@empty.test` })
    const { status } = await service.request('DELETE', `/customers/${id}`, {
      key: org.key,
      body: { id: 'another' },
      headers: { prefer: 'handling=strict' },
    })
    t.equal(status, 204)
  },
)

t.test('a repeat with an Idempotency-Key may encode its empty body differently', async (t) => {
  const path = `/webhooks/subscriptions/${idOf('subscriptions')}/test`
  const key = { 'idempotency-key': randomUUID() }
  const first = await ask('POST', path, key)
  const again = await ask('POST', path, { ...key, ...JSON_TYPE, ...CHUNKED })
  t.match(again, { status: 202, headers: { 'idempotency-replayed': 'true' } })
  t.strictSame(again.body, first.body)
})

t.test('a chunked body is read to its end, even if it starts slowly', async (t) => {
  const { hostname, port } = new URL(service.url)
  const headers = { 'x-api-key': org.key, ...JSON_TYPE, ...CHUNKED }
  const sent = send({ hostname, port, method: 'POST', path: '/customers', headers })
  sent.flushHeaders()
  for (const part of ['{"name":"Slow",', '"email":"slow@', 'empty.test"}']) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    sent.write(part)
  }
  const response = await new Promise<{ statusCode?: number }>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject)
    sent.end()
  })
  t.equal(response.statusCode, 201)
})

t.test('a 415 names the content types that the operation accepts', async (t) => {
  const type = (value: string) => ({ 'content-type': value })
  const toJson = await ask('POST', '/customers', type('text/plain'), 'x')
  t.match(toJson, { status: 415, body: { message: /content-type: application\/json\.$/ } })
  const toImport = await ask('POST', '/bulk-imports/customers', type('application/csv'), 'a\n1\n')
  t.match(toImport, { status: 415, body: { message: /application\/json or text\/csv\.$/ } })
  const one = { ...type('text/plain'), 'content-length': '1' }
  const none = await ask('DELETE', `/customers/${randomUUID()}`, one, 'x')
  t.match(none, { status: 415, body: { message: 'This operation accepts no body.' } })
})

t.test('a body with a Content-Encoding other than identity is a 415', async (t) => {
  const body = JSON.stringify({ name: 'Encoded', email: 'encoded@empty.test' })
  for (const encoding of ['gzip', 'br', 'gzip, identity']) {
    const headers = { ...JSON_TYPE, 'content-encoding': encoding }
    const response = await ask('POST', '/customers', headers, body)
    t.match(response, { status: 415, body: { message: /Content-Encoding/ } }, encoding)
    t.equal(response.headers['accept-encoding'], 'identity')
  }
  const identity = { ...JSON_TYPE, 'content-encoding': 'Identity' }
  t.equal((await ask('POST', '/customers', identity, body)).status, 201)
})

t.test('an empty file for an import is an empty body', async (t) => {
  const { status, body } = await ask('POST', '/bulk-imports/customers', {
    'content-type': 'text/csv',
    'content-length': '0',
  })
  t.equal(status, 400)
  t.match(body, { message: ['body is empty: send a JSON object or text/csv'] })
})
