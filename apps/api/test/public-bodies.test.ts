// The bounds of calls without a credential. docs/contract.md#c10-public-bodies
import { once } from 'node:events'
import { connect } from 'node:net'
import {
  MAX_IMPORT_BYTES,
  MAX_PUBLIC_BODY_BYTES,
  MAX_PUBLIC_CALLS,
  MAX_REVISION_BODY_BYTES,
} from '@mediajobs/domain'
import { type TestResponse, testApp } from '@mediajobs/testing/api/app'
import { type Document, operationsOf } from '@mediajobs/testing/api/document'
import { signInToPortal } from '@mediajobs/testing/api/portal'
import t from 'tap'

const service = await testApp(t, { trustProxy: true })
const org = await service.createOrg()
const { port } = new URL(service.url)
const member = await service.createMember(org, 'MANAGER')
const AT_ONCE = 40
const { body: customer } = await org.call('POST', '/customers', {
  name: 'Ann',
  email: 'ann@clients.test',
})

/** Sends the head of a POST but never its body, so the response can't depend on the body. */
async function responseToHead(path: string, headers: Record<string, string>): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1')
  const lines = Object.entries({
    host: 'test',
    'content-type': 'application/json',
    'content-length': '10000',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const [response] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })
  socket.destroy()
  return String(response)
}

const addressed = (address: string) => ({ 'x-forwarded-for': address })

t.test(
  'every operation without a credential refuses a body above its bound [c10-public-bodies]',
  async (t) => {
    const document = service.app.openApi() as unknown as Document
    const open = operationsOf(document).filter(
      ({ method, operation }) =>
        method !== 'GET' &&
        !operation.security.some((each) => 'apiKey' in each) &&
        // Refused by path before the body is read: checkouts/events.test.ts.
        operation.operationId !== 'receivePaymentEvent',
    )
    t.equal(open.length, 29)
    for (const { method, path } of open) {
      const isRevision = path.endsWith('/request-revision')
      const bound = isRevision ? MAX_REVISION_BODY_BYTES : MAX_PUBLIC_BODY_BYTES
      const address = path.replace('{token}', 'nope')
      const empty = '{"x":""}'
      for (const [bytes, isRefused] of [
        [bound, false],
        [bound + 1, true],
        [bound * 50, true],
      ] as const) {
        const body = empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`)
        const { status } = await service.request(method, address, {
          body,
          // A new token for each call, because one operation ends its session.
          token: path.startsWith('/portal/')
            ? await signInToPortal(service, org.organizationId, customer.id)
            : await member.token(),
          headers: addressed('192.0.2.1'),
        })
        t.equal(status === 413, isRefused, `${method} ${path} with ${bytes} bytes: ${status}`)
      }
    }
  },
)

t.test('a small body also has bounds on JSON values and depth [c10-json-values]', async (t) => {
  const post = (body: string) =>
    service.request('POST', '/auth/sessions', { body, headers: addressed('192.0.2.2') })
  for (const body of [`[${'0,'.repeat(1_000)}0]`, '['.repeat(33), '{"a":'.repeat(33)]) {
    t.equal((await post(body)).body.code, 'body_too_complex')
  }
  t.equal((await post(`[${'0,'.repeat(999)}0]`)).body.code, 'invalid_request')
})

t.test('a client may send a long revision request [c10-public-bodies]', async (t) => {
  const response = await service.request('POST', '/deliveries/nope/request-revision', {
    body: { comment: '\u{1F600}'.repeat(5_000) },
    headers: addressed('192.0.2.3'),
  })
  t.equal(response.status, 404)
})

t.test(
  'a network is limited to 600 unauthenticated calls a minute, counted before the body is read [c10-checked-first, c10-public-bodies]',
  async (t) => {
    const headers = addressed('198.51.100.7')
    const signIn = () => service.request('POST', '/auth/sessions', { body: {}, headers })
    let made = 0
    let refused: TestResponse | undefined
    // On a slow machine, the calls may extend into a second window.
    while (!refused && made < 3 * MAX_PUBLIC_CALLS) {
      const responses = await Promise.all(Array.from({ length: AT_ONCE }, signIn))
      refused = responses.find(({ status }) => status === 429)
      made += AT_ONCE
    }
    t.ok(made > MAX_PUBLIC_CALLS, 'it was not refused before its bound')
    t.equal(refused?.body.code, 'rate_limited')
    t.match(refused?.headers['retry-after'], /^([1-9]|[1-5]\d|60)$/)
    const paths = [
      '/auth/sessions',
      '/auth/invitations/accept',
      '/auth/password',
      '/deliveries/x/approve',
    ]
    for (const path of paths) {
      t.match(await responseToHead(path, headers), /^HTTP\/1.1 429 /, `${path} without its body`)
    }
    t.equal((await service.request('GET', '/', { headers })).status, 429)
    t.equal(
      (await service.request('GET', '/health/live', { headers })).status,
      200,
      'a probe is not counted',
    )
    const withKey = await service.request('GET', '/projects', { key: org.key, headers })
    t.equal(withKey.status, 200, 'calls with a credential are not counted')
    const other = addressed('198.51.100.8')
    t.equal(
      (await service.request('GET', '/', { headers: other })).status,
      200,
      'another network has its own count',
    )
    const sameNetwork = addressed('::ffff:198.51.100.7')
    t.equal((await service.request('GET', '/', { headers: sameNetwork })).status, 429)
  },
)

t.test(
  'a wrong credential and an unknown path are refused before the body is read [c1-order]',
  async (t) => {
    const large = { 'content-length': String(10 * MAX_IMPORT_BYTES) }
    t.match(await responseToHead('/projects/create', { 'x-api-key': 'wrong' }), /^HTTP\/1.1 401 /)
    t.match(await responseToHead('/nowhere', { 'x-api-key': org.key }), /^HTTP\/1.1 404 /)
    t.match(await responseToHead('/nowhere', {}), /^HTTP\/1.1 404 /)
    t.match(await responseToHead('/nowhere', large), /connection: close/i)
    t.notMatch(await responseToHead('/nowhere', {}), /connection: close/i)
  },
)
