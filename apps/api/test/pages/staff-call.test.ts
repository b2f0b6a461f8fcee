// docs/contract.md#c12-call docs/contract.md#c12-cookie-pages-only: API calls by staff pages' browser modules.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { MAX_BODY_BYTES } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { type Document, operationsOf } from '@mediajobs/testing/api/document'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const org = await api.createOrg()
const browser = await browserOf(api, org)
const token = browser.cookies.get('__Host-session') ?? ''
const CALL = `/app/${org.organizationId}/call`
const OWN = { cookie: `__Host-session=${token}`, 'sec-fetch-site': 'same-origin' }

async function call(
  method: string,
  path: string,
  { body, headers = OWN }: { body?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${api.url}${CALL}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) }
}

const booking = { scheduledTime: '2026-05-01T09:30:00Z', addressLine1: '48 Alder Ridge Road' }

t.test(
  "a module calls an operation with the cookie, and gets the API's response [c12-call]",
  async (t) => {
    const made = await call('POST', '/projects/create', { body: { ...booking, colour: 'red' } })
    t.equal(made.status, 201)
    t.match(made.body, { organizationId: org.organizationId, status: 'PENDING' })
    t.equal(made.headers.get('x-ignored-fields'), 'colour')
    const path = `/projects/${made.body.id}`
    const read = await call('GET', path)
    t.equal(read.headers.get('etag'), '"1"')
    t.ok(Number(read.headers.get('x-ratelimit-limit')) > 0, 'the limits are those of the session')
    t.equal(read.headers.get('cache-control'), 'private, no-cache')
    const known = { ...OWN, 'if-none-match': '"1"' }
    t.equal((await call('GET', path, { headers: known })).status, 304)
    const stale = { ...OWN, 'if-match': '"7"' }
    const body = { notes: 'Ring twice' }
    t.match(await call('PATCH', path, { body, headers: stale }), { status: 412 })
    t.match(await call('PATCH', path, { body }), { status: 200, body })
    const list = await call('GET', '/projects?limit=1&sort=-createdAt')
    t.equal(list.body.data[0].id, made.body.id)
    t.match(await call('GET', '/projects?nope=1'), {
      status: 400,
      body: { code: 'invalid_request' },
    })
    t.match(await call('GET', `/projects/${randomUUID()}`), { status: 404 })
    const customer = await call('POST', '/customers', { body: { name: 'A', email: 'a@b.test' } })
    t.equal((await call('DELETE', `/customers/${customer.body.id}`)).status, 204)
  },
)

t.test('a POST repeated with the same idempotency key takes effect once', async (t) => {
  const headers = { ...OWN, 'idempotency-key': randomUUID() }
  const [first, second] = [
    await call('POST', '/projects/create', { body: booking, headers }),
    await call('POST', '/projects/create', { body: booking, headers }),
  ]
  t.equal(second.body.id, first.body.id)
  t.equal(second.headers.get('idempotency-replayed'), 'true')
})

t.test('exactly the operations that need a credential can be called [c12-call]', async (t) => {
  const document = api.app.openApi() as unknown as Document
  for (const { method, path, operation } of operationsOf(document)) {
    const address = path.replaceAll(/\{\w+\}/g, randomUUID())
    // Without a cookie, an operation refuses the call, and an unknown path is a 404.
    const { status } = await call(method, address, { headers: {} })
    const [isNotOfStaff, isPublic] = [
      /^\/(auth|portal)\//.test(path),
      operation.security?.length === 0,
    ]
    const expected = isNotOfStaff || isPublic ? 404 : method === 'GET' ? 401 : 403
    t.equal(status, expected, `${method} ${path}`)
  }
  for (const path of ['/', '/nope', '/docs', '/openapi.json', '/app', '/..%2f..%2fhealth/live']) {
    t.equal((await call('GET', path)).status, 404, path)
  }
})

t.test("dot segments in a path can't reach another operation [c12-call]", async (t) => {
  for (const dots of ['..', '%2e%2e', '.%2E', '%2e']) {
    for (const path of [
      `/projects/${dots}`,
      `/projects/${dots}/revisions`,
      `/${dots}/health/live`,
    ]) {
      // `fetch` would resolve the dots itself.
      const sent = request(api.url, { path: `${CALL}${path}`, headers: OWN })
      sent.end()
      const [response] = await once(sent, 'response')
      response.resume()
      t.equal(response.statusCode, 404, path)
    }
  }
})

t.test('any call from another site is refused [c12-same-origin]', async (t) => {
  const project = (await call('POST', '/projects/create', { body: booking })).body.id
  const { cookie } = OWN
  const { host } = new URL(api.url)
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: `https://${host}` },
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: `https://${host}.evil.test` },
    { origin: `http://${host}` },
    {},
  ]
  for (const headers of foreign) {
    const each = { body: { notes: 'evil' }, headers: { ...headers, cookie } }
    const response = await call('PATCH', `/projects/${project}`, each)
    t.match(response, { status: 403, body: { code: 'cross_site' } }, JSON.stringify(headers))
  }
  t.match(await call('GET', `/projects/${project}`), { body: { notes: null } })
  const older = { cookie, origin: `https://${host}` }
  const saved = await call('PATCH', `/projects/${project}`, {
    body: { notes: 'x' },
    headers: older,
  })
  t.equal(saved.status, 200, 'a browser without Sec-Fetch-Site')
  const { status } = await call('GET', '/projects', {
    headers: { cookie, 'sec-fetch-site': 'cross-site' },
  })
  t.equal(status, 403, "and another site can't read a GET")
})

t.test('the API itself never accepts the cookie [c12-cookie-pages-only]', async (t) => {
  for (const path of ['/projects', '/api-keys/current', '/auth/sessions/current']) {
    const headers = { ...OWN, 'x-org-id': org.organizationId }
    const response = await fetch(`${api.url}${path}`, { headers })
    t.equal(response.status, 401, path)
    t.match(await response.json(), { code: 'credential_missing' })
  }
})

t.test(
  "credentials in the call's headers are ignored: only the cookie counts [c12-call]",
  async (t) => {
    const other = await api.createOrg()
    const headers = { ...OWN, 'x-api-key': other.key, 'x-org-id': other.organizationId }
    const current = await call('GET', '/api-keys/current', { headers })
    t.equal(current.body.organization.id, org.organizationId)
    const without = { 'sec-fetch-site': 'same-origin', 'x-api-key': org.key }
    t.match(await call('GET', '/projects', { headers: without }), {
      status: 401,
      body: { code: 'session_invalid' },
    })
    const bearer = { 'sec-fetch-site': 'same-origin', authorization: `Bearer ${token}` }
    t.equal((await call('GET', '/projects', { headers: bearer })).status, 401)
  },
)

t.test('another organization is a 404, and roles are enforced', async (t) => {
  const other = await api.createOrg()
  const foreign = await fetch(`${api.url}/app/${other.organizationId}/call/projects`, {
    headers: OWN,
  })
  t.equal(foreign.status, 404)
  const editor = await (await api.createMember(org, 'EDITOR')).token()
  const headers = { ...OWN, cookie: `__Host-session=${editor}` }
  const refused = await call('POST', '/projects/create', { body: booking, headers })
  t.match(refused, { status: 403, body: { code: 'role_forbids' } })
})

t.test(
  "bodies have the API's bounds, and a long one requires a live session first [c12-call]",
  async (t) => {
    const notes = 'x'.repeat(MAX_BODY_BYTES)
    const large = await call('POST', '/projects/create', { body: { ...booking, notes } })
    t.match(large, { status: 413, body: { code: 'body_too_large' } })
    const broken = await call('POST', '/projects/create', { body: '{"a":' })
    t.match(broken, { status: 400 })
    const deep = await call('POST', '/projects/create', { body: '['.repeat(40) + ']'.repeat(40) })
    t.match(deep, { status: 400, body: { code: 'body_too_complex' } })
    const ended = { ...OWN, cookie: '__Host-session=mjs_ended' }
    const body = { ...booking, notes }
    const refused = await call('POST', '/projects/create', { body, headers: ended })
    t.match(refused, { status: 401, body: { code: 'session_invalid' } }, 'before the size check')
    const rows = `externalId,name,email\n${'1,A,a@b.test\n'.repeat(100_000)}`
    const imported = await fetch(`${api.url}${CALL}/bulk-imports/customers`, {
      method: 'POST',
      headers: { ...OWN, 'content-type': 'text/csv' },
      body: rows,
    })
    t.match(await imported.json(), { statusCode: 400 }, 'more than 5,000 rows, but not a 413')
  },
)
