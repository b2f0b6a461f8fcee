import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import t, { type Test } from 'tap'
import { say } from './abuse/support/raw-client.ts'

// docs/contract.md#c10-cache-control: how caches and browsers should treat a response.

const api = await testApp(t, { trustProxy: true })
const org = await api.createOrg()
const { key } = org
const project = await api.request('POST', '/projects/create', {
  key,
  body: { scheduledTime: '2026-05-01T09:30:00Z' },
  headers: { 'idempotency-key': 'a-project' },
})

type Headers = Readonly<Record<string, string | undefined>>

const VARY = 'Authorization, X-API-Key, X-Org-Id'
// A client's link is a page for browsers.
const NEGOTIATED = `${VARY}, Accept`

function expectSafe(
  t: Test,
  headers: Headers,
  cacheControl: string,
  name: string,
  vary = VARY,
): void {
  t.equal(headers['cache-control'], cacheControl, name)
  t.equal(headers.vary, vary, name)
  t.equal(headers['x-content-type-options'], 'nosniff', name)
}

t.test(
  "caches store no operation's response, success or error [c10-cache-control, c10-nosniff]",
  async (t) => {
    const reader = await org.keyWith('READ')
    const token = await org.token()
    const responses = {
      'a list': api.request('GET', '/projects', { key }),
      'a list of a session': api.request('GET', '/customers', {
        token,
        headers: { 'x-org-id': org.organizationId },
      }),
      'no credential': api.request('GET', '/projects'),
      'a wrong credential': api.request('GET', '/projects', { key: 'mjk_wrong' }),
      'no scope': api.request('POST', '/customers', { key: reader, body: {} }),
      'a wrong query': api.request('GET', '/projects?limit=0', { key }),
      'a wrong body': api.request('POST', '/customers', { key, body: '{' }),
      'an unsupported media type': api.request('POST', '/customers', {
        key,
        body: 'x',
        headers: { 'content-type': 'text/plain' },
      }),
      'an unknown record': api.request('GET', '/projects/x', { key }),
      'an unknown URL': api.request('GET', '/nothing', { key }),
      'an unknown URL without a key': api.request('GET', '/nothing'),
      'an unsupported method': api.request('DELETE', '/projects', { key }),
      OPTIONS: api.request('OPTIONS', '/projects', { key }),
      HEAD: api.request('HEAD', '/projects', { key }),
      'an API key': api.request('POST', '/api-keys', {
        key,
        body: { name: 'x', scopes: ['READ'] },
      }),
      health: api.request('GET', '/health/live'),
    }
    for (const [name, response] of Object.entries(responses)) {
      expectSafe(t, (await response).headers, 'no-store', name)
    }
    const { headers } = await api.request('GET', '/')
    expectSafe(
      t,
      headers,
      'no-store',
      'the service, which redirects people to their pages',
      NEGOTIATED,
    )
  },
)

t.test(
  'a response with an ETag may be cached privately, with revalidation [c4-get, c10-cache-control]',
  async (t) => {
    const path = `/projects/${project.body.id}`
    const kept = {
      made: project,
      'made, and repeated': await api.request('POST', '/projects/create', {
        key,
        body: { scheduledTime: '2026-05-01T09:30:00Z' },
        headers: { 'idempotency-key': 'a-project' },
      }),
      read: await api.request('GET', path, { key }),
      changed: await api.request('PATCH', path, { key, body: { notes: 'x' } }),
    }
    for (const [name, { headers }] of Object.entries(kept)) {
      t.type(headers.etag, 'string')
      expectSafe(t, headers, 'private, no-cache', name)
    }
    const headers = { 'if-match': '"99"' }
    const refused = await api.request('PATCH', path, { key, body: { notes: 'y' }, headers })
    t.equal(refused.status, 412)
    expectSafe(t, refused.headers, 'no-store', 'refused')
  },
)

t.test("caches don't store access tokens or delivery pages", async (t) => {
  const { email, password } = org
  const signedIn = await api.request('POST', '/auth/sessions', { body: { email, password } })
  const invited = await api.request('POST', '/users', {
    key,
    body: { email: 'new@example.test', name: 'New', role: 'EDITOR' },
  })
  const accepted = await api.request('POST', '/auth/invitations/accept', {
    body: { token: invited.body.invitationToken, password: 'a long enough password' },
  })
  const { open } = await (await deliveringStudio(api)).deliver()
  const responses = { signedIn, invited, accepted, opened: await open() }
  for (const [name, { status, headers }] of Object.entries(responses)) {
    t.ok(status < 300, name)
    expectSafe(t, headers, 'no-store', name, name === 'opened' ? NEGOTIATED : VARY)
  }
  const refused = await api.request('GET', '/deliveries/unknown')
  t.equal(refused.status, 404)
  expectSafe(t, refused.headers, 'no-store', 'an unknown link', NEGOTIATED)
})

t.test('responses to unreadable requests have the same headers [c10-nosniff]', async (t) => {
  const requests = {
    'no request': 'hello there\r\n\r\n',
    'a tunnel': 'CONNECT inside.example:443 HTTP/1.1\r\nhost: api\r\n\r\n',
    'no host': 'GET /health/live HTTP/1.1\r\n\r\n',
    'oversized headers': `GET / HTTP/1.1\r\nhost: api\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    'a malformed body': `POST /auth/sessions HTTP/1.1\r\nhost: api\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
  }
  for (const [name, text] of Object.entries(requests)) {
    const { responses } = await say(api.url, [text], { count: 1 })
    expectSafe(t, responses[0]?.headers ?? {}, 'no-store', name)
  }
})

t.test(
  "caches may store the reference, and browsers don't sniff its media types [c10-nosniff]",
  async (t) => {
    const pages = {
      '/docs': 'no-cache',
      '/openapi.json': 'no-cache',
      '/docs/swagger-ui.css': 'public, max-age=3600',
      '/docs/reference.js': 'public, max-age=3600',
    }
    for (const [path, cacheControl] of Object.entries(pages)) {
      const { status, headers } = await api.request('GET', path)
      t.equal(status, 200)
      expectSafe(t, headers, cacheControl, path)
    }
  },
)
