import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import {
  ApiError,
  type Client,
  type ClientOptions,
  ConnectionError,
  createClient,
} from '../src/index.ts'

/** Ends the connection without a response. */
const hangUp: Reply = (response) => response.destroy()
/** Never responds. */
const silence: Reply = () => {}

const ID = '0198c3a4-6b1e-7c52-9d0f-3a5b7c9e1f20'
const BOOKING = { body: { scheduledTime: '2026-05-01T09:30:00Z' } }
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

t.test('after a 429, any call is retried once Retry-After has passed', async (t) => {
  const limited = problem(429, 'rate_limited', { 'retry-after': '1' })
  const { client, seen } = await misbehavingServer(t, [limited, json(200, { id: ID })])
  await client.patch('/projects/{id}', { path: { id: ID }, body: { notes: 'ring twice' } })
  const [first, second] = seen
  t.ok((second?.atMs ?? 0) - (first?.atMs ?? 0) >= 1_000)
  t.equal(second?.body, '{"notes":"ring twice"}')
})

t.test('a 429 with a Retry-After beyond the maximum wait is thrown immediately', async (t) => {
  const slowed = problem(429, 'sign_in_slowed', { 'retry-after': '900' })
  const { client, seen } = await misbehavingServer(t, [slowed])
  const refused = client.get('/projects')
  await t.rejects(refused, { code: 'sign_in_slowed', retryAfterSeconds: 900, tries: 1 })
  t.equal(seen.length, 1)
})

t.test('a GET is retried after a broken connection and a 503', async (t) => {
  const down = problem(503, 'database_unavailable', { 'retry-after': '0' })
  const { client, seen } = await misbehavingServer(t, [hangUp, down, json(200, { id: ID })])
  t.same(await client.get('/projects/{id}', { path: { id: ID } }), { id: ID })
  t.equal(seen.length, 3)
  t.equal(seen[0]?.headers['idempotency-key'], undefined)
})

t.test('a POST is retried with the same Idempotency-Key', async (t) => {
  const running = problem(409, 'idempotency_in_progress')
  const { client, seen } = await misbehavingServer(t, [hangUp, running, json(201, { id: ID })])
  t.same(await client.post('/projects/create', BOOKING), { id: ID })
  const keys = seen.map(({ headers }) => `${headers['idempotency-key']}`)
  t.match(keys[0], UUID)
  t.equal(new Set(keys).size, 1)
  await client.post('/projects/create', BOOKING)
  t.not(seen.at(-1)?.headers['idempotency-key'], keys[0], 'a different call has a different key')
  const headers = { 'idempotency-key': 'booking-7' }
  await client.post('/projects/create', { ...BOOKING, headers })
  t.equal(seen.at(-1)?.headers['idempotency-key'], 'booking-7')
})

t.test('an archive is requested again until its files are prepared', async (t) => {
  const early = problem(409, 'archive_not_ready', { 'retry-after': '0' })
  const { client, seen } = await misbehavingServer(t, [early, early, json(201, { url: 'x' })])
  const wanted = { path: { id: ID }, body: { size: 'original' as const } }
  t.same(await client.post('/projects/{id}/archive', wanted), { url: 'x' })
  t.equal(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size, 1)
})

t.test("a call that isn't safe to repeat isn't retried", async (t) => {
  const { client, seen } = await misbehavingServer(t, [problem(503, 'database_unavailable')])
  const path = { id: ID }
  const once = { code: 'database_unavailable', tries: 1 }
  await t.rejects(client.patch('/projects/{id}', { path, body: {} }), once)
  const body = { email: 'a@example.test', password: 'not the right one' }
  await t.rejects(client.post('/auth/sessions', { body }), once)
  t.equal(seen.length, 2)
  t.equal(seen[1]?.headers['idempotency-key'], undefined)
})

t.test('after the last try, a call rejects with the last response', async (t) => {
  const down = problem(503, 'database_unavailable', { 'retry-after': '0' })
  const { client, seen } = await misbehavingServer(t, [down], { maxTries: 3 })
  const error = await client.get('/projects').catch((thrown) => thrown)
  t.ok(error instanceof ApiError)
  t.match(error, {
    status: 503,
    code: 'database_unavailable',
    message: 'GET /projects: 503 database_unavailable: text of database_unavailable',
    details: ['text of database_unavailable'],
    requestId: 'r-1',
    tries: 3,
  })
  t.equal(seen.length, 3)
})

t.test("a refusal has the fields of the API's problem, and the call isn't retried", async (t) => {
  const message = ['scheduledTime is required', 'lat must be <= 90']
  const fields = [{ path: 'scheduledTime', code: 'required', message: message[0] }]
  const problem = { statusCode: 400, error: 'x', code: 'invalid_request', message }
  const body = { ...problem, fields: [...fields, { path: 'lat' }, null], requestId: 'r-2' }
  const { client, seen } = await misbehavingServer(t, [json(400, body)])
  await t.rejects(client.post('/projects/create', BOOKING), {
    status: 400,
    code: 'invalid_request',
    details: message,
    fields,
    requestId: 'r-2',
  })
  t.equal(seen.length, 1)
})

t.test("a response not from the API is recognized, and redirects aren't followed", async (t) => {
  const page = json(200, null)
  const proxy = await misbehavingServer(t, [(response) => response.writeHead(403).end('<html>')])
  await t.rejects(proxy.client.get('/projects'), { status: 403, code: null, requestId: null })
  const site = await misbehavingServer(t, [(response) => response.end('<html>')])
  await t.rejects(site.client.get('/projects'), /the response is not JSON: is baseUrl right\?/)
  const elsewhere = await misbehavingServer(t, [page])
  const moved = await misbehavingServer(t, [
    (response) => response.writeHead(302, { location: elsewhere.baseUrl }).end(),
  ])
  await t.rejects(moved.client.get('/projects'), { message: 'GET /projects: 302' })
  t.equal(elsewhere.seen.length, 0, "the key isn't sent to a redirect's target")
  const down = problem(503, 'database_unavailable', { 'retry-after': '0' })
  const late = await misbehavingServer(t, [down, (response) => response.end('<html>')])
  await t.rejects(late.client.get('/projects'), { status: 200, code: null, tries: 2 })
})

t.test('a call without a response times out with a distinct error', async (t) => {
  const limits = { maxTries: 2, timeoutMs: 100 }
  const { client, seen } = await misbehavingServer(t, [silence], limits)
  const error = await client.get('/projects').catch((thrown) => thrown)
  t.ok(error instanceof ConnectionError)
  t.match(error, { reason: 'TimeoutError', tries: 2 })
  t.equal(seen.length, 2)
})

t.test('an AbortSignal ends a call during a try and during a wait', async (t) => {
  const limited = problem(429, 'rate_limited', { 'retry-after': '60' })
  for (const reply of [silence, limited]) {
    const arrived = Promise.withResolvers<void>()
    const { client, seen } = await misbehavingServer(t, [
      (response) => {
        reply(response)
        if (reply === silence) arrived.resolve()
        else response.once('finish', arrived.resolve)
      },
    ])
    const reason = new Error('the user went away')
    const aborter = new AbortController()
    const called = client.get('/projects', { signal: aborter.signal })
    await arrived.promise
    aborter.abort(reason)
    await t.rejects(called, reason)
    t.equal(seen.length, 1)
    await t.rejects(client.get('/projects', { signal: aborter.signal }), reason)
    t.equal(seen.length, 1, "a call with an already aborted signal isn't sent")
  }
})

t.test(
  "a credential of another cell isn't sent there: the error has its URL [c15-wrong-cell-once]",
  async (t) => {
    const cellUrl = 'https://eu1.example.test'
    const elsewhere = json(421, { statusCode: 421, code: 'wrong_cell', message: 'text', cellUrl })
    const { client, seen } = await misbehavingServer(t, [elsewhere])
    await t.rejects(client.get('/projects'), { status: 421, code: 'wrong_cell', cellUrl, tries: 1 })
    // `fetch` itself retries once after a 421, to the same host (Fetch standard, 4.5).
    t.ok(seen.length <= 2)
    const { client: refused } = await misbehavingServer(t, [problem(404, 'not_found')])
    const error: unknown = await refused.get('/projects').catch((thrown) => thrown)
    t.match(error, { status: 404, cellUrl: null })
  },
)

t.test('no error contains a credential or a delivery token', async (t) => {
  const secret = 'mjk_secret'
  const errors: unknown[] = []
  const keep = (thrown: unknown) => errors.push(thrown)
  try {
    createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: `${secret}\n` })
  } catch (thrown) {
    keep(thrown)
  }
  const client = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: secret, maxTries: 1 })
  await client.get('/deliveries/{token}', { path: { token: secret } }).catch(keep)
  const { client: refused } = await misbehavingServer(t, [problem(404, 'not_found')])
  await refused.get('/deliveries/{token}', { path: { token: secret } }).catch(keep)
  t.equal(errors.length, 3)
  for (const error of errors) {
    const shown = `${error} ${JSON.stringify(error)} ${error instanceof Error ? error.stack : ''}`
    t.notMatch(shown, secret)
  }
})

t.test('a path parameter stays a single segment', async (t) => {
  const { client, seen } = await misbehavingServer(t, [json(200, {})])
  await client.get('/projects/{id}', { path: { id: 'a/../b?c' } })
  t.equal(seen[0]?.url, '/projects/a%2F..%2Fb%3Fc')
  for (const id of ['', '.', '..']) {
    await t.rejects(client.get('/projects/{id}', { path: { id } }), TypeError)
  }
  await client.get('/projects', { query: { status: ['BOOKED', 'PENDING'], q: 'Main St' } })
  t.equal(seen[1]?.url, '/projects?status=BOOKED&status=PENDING&q=Main+St')
})

interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  atMs: number
}

type Reply = (response: ServerResponse) => void

/** Responds with this JSON. */
function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => response.writeHead(status, headers).end(JSON.stringify(body))
}

/** Responds with a problem as the API does. */
function problem(status: number, code: string, headers: Record<string, string> = {}): Reply {
  const body = {
    statusCode: status,
    error: 'x',
    code,
    message: `text of ${code}`,
    requestId: 'r-1',
  }
  return json(status, body, headers)
}

/** A server that gives these replies in order. The last one repeats. */
async function misbehavingServer(
  t: Test,
  replies: Reply[],
  options: Partial<Omit<ClientOptions, 'apiKey' | 'accessToken' | 'organizationId'>> = {},
): Promise<{ client: Client; seen: Seen[]; baseUrl: string }> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const reply = replies[Math.min(seen.length, replies.length - 1)]
    seen.push({ method, url, headers, body: '', atMs: Date.now() })
    const own = seen.at(-1)
    const body = await text(request)
    if (own) own.body = body
    reply?.(response)
  })
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { client: createClient({ baseUrl, apiKey: 'mjk_test', ...options }), seen, baseUrl }
}
