import { after, drip, flood, hang, interim, status } from '@mediajobs/testing/dispatcher/responders'
import t from 'tap'
import type { PostOutcome } from '../../src/http/post-outcome.ts'
import { posterFor, receiverFor } from '../support/poster.ts'

const requestTo = (url: string) => ({ url, headers: {}, body: '{}' })
const bodyOf = (outcome: PostOutcome) =>
  outcome.kind === 'answer' ? outcome.responseBody : outcome.kind

t.test('the receiver gets the exact bytes, path and headers', async (t) => {
  const receiver = await receiverFor(t)
  const body = Buffer.from('{"name":"Zoë 🏡",  "n":1.0}')
  const outcome = await posterFor(t).post({
    url: `${receiver.url}/hooks/a%20b?tenant=1&x=%C3%A9`,
    headers: { 'x-webhook-id': 'id-1', 'x-webhook-signature': 't=1,v1=aa' },
    body,
  })
  t.match(outcome, { kind: 'answer', status: 200, responseBody: '' })
  const request = await receiver.waitFor(1)
  t.ok(request.body.equals(body))
  t.match(request, { method: 'POST', path: '/hooks/a%20b?tenant=1&x=%C3%A9' })
  t.match(request.headers, {
    'x-webhook-id': 'id-1',
    'x-webhook-signature': 't=1,v1=aa',
    'content-type': 'application/json',
    'content-length': `${body.length}`,
    'accept-encoding': 'identity',
    'user-agent': /^mediajobs-webhooks/,
  })
})

t.test('every status is a response, with the start of its body', async (t) => {
  const receiver = await receiverFor(t)
  const poster = posterFor(t)
  for (const code of [200, 201, 204, 299, 304, 400, 401, 404, 410, 429, 500, 503, 599]) {
    const body = code === 204 || code === 304 ? '' : `response ${code}`
    receiver.script(status(code, { body }))
    const outcome = await poster.post(requestTo(receiver.url))
    t.match(outcome, { kind: 'answer', status: code })
    t.equal(bodyOf(outcome), body)
  }
  t.equal(receiver.connectionCount, 1, 'one connection serves them all')
})

t.test('interim responses are skipped, including a 100 without Expect', async (t) => {
  const receiver = await receiverFor(t)
  const poster = posterFor(t)
  for (const codes of [[100], [102], [103], [100, 102, 103], [102, 100]]) {
    receiver.script(interim(codes, after(30, status(201, { body: 'done' }))))
    const outcome = await poster.post(requestTo(receiver.url))
    t.match(outcome, { kind: 'answer', status: 201, responseBody: 'done' }, codes.join())
  }
  t.equal(receiver.requests.length, 5, 'no request was sent twice')
})

t.test(
  'the status counts even if the body is still dripping at the deadline [c7-ten-seconds]',
  async (t) => {
    const receiver = await receiverFor(t)
    receiver.script(drip(202, 20))
    const startedAtMs = performance.now()
    const outcome = await posterFor(t, { timeoutMs: 1_500 }).post(requestTo(receiver.url))
    const tookMs = performance.now() - startedAtMs
    t.match(outcome, { kind: 'answer', status: 202, responseBody: /^\.+$/ })
    t.ok(tookMs >= 1_495, `took ${tookMs} ms`)
    t.ok(outcome.durationMs < tookMs / 2, 'the duration is that of the status')
    await receiver.waitForNoConnections()
  },
)

t.test(
  'only 4 KiB of a huge response are read, and memory does not grow [c7-ten-seconds]',
  async (t) => {
    const receiver = await receiverFor(t)
    const poster = posterFor(t)
    const rssBefore = process.memoryUsage.rss()
    for (let round = 0; round < 20; round += 1) {
      const headers = round % 2 === 0 ? {} : { 'content-encoding': 'gzip' }
      receiver.script(flood(200, 1_000_000_000, headers))
      const outcome = await poster.post(requestTo(receiver.url))
      t.match(outcome, { kind: 'answer', status: 200 })
      t.equal(bodyOf(outcome), 'x'.repeat(1024))
    }
    t.ok(process.memoryUsage.rss() - rssBefore < 50_000_000)
    await receiver.waitForNoConnections()
  },
)

t.test(
  'a connection is kept after a body of up to 4 KiB, and dropped after a longer one',
  async (t) => {
    const receiver = await receiverFor(t)
    const poster = posterFor(t)
    for (const [sizeBytes, connectionsAfter] of [
      [4096, 1],
      [4097, 1],
      [1, 2],
    ] as const) {
      receiver.script(status(200, { body: 'y'.repeat(sizeBytes) }))
      const outcome = await poster.post(requestTo(receiver.url))
      t.equal(bodyOf(outcome), 'y'.repeat(Math.min(sizeBytes, 1024)))
      t.equal(receiver.connectionCount, connectionsAfter, `${sizeBytes} bytes`)
    }
  },
)

t.test('the excerpt of a body can be stored as text [c7-delivery-get]', async (t) => {
  const receiver = await receiverFor(t)
  const poster = posterFor(t)
  const cases: Array<[Uint8Array | string, string]> = [
    ['a\0b\0', 'a\ufffdb\ufffd'],
    [Buffer.from([0x61, 0xff, 0xfe, 0x62]), 'a\ufffd\ufffdb'],
    [Buffer.from([0xed, 0xa0, 0x80]), '\ufffd\ufffd\ufffd'],
    [Buffer.from([0x61, 0xc3]), 'a\ufffd'],
    [`${'z'.repeat(1023)}é and more`, 'z'.repeat(1023)],
    [`${'z'.repeat(1022)}é`, `${'z'.repeat(1022)}é`],
  ]
  for (const [body, expected] of cases) {
    receiver.script(status(500, { body }))
    t.equal(bodyOf(await poster.post(requestTo(receiver.url))), expected)
  }
})

t.test('proxies from the environment are ignored', async (t) => {
  const receiver = await receiverFor(t)
  const proxy = await receiverFor(t)
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'] as const
  const before = names.map((name) => [name, process.env[name]] as const)
  t.teardown(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
  for (const name of names) process.env[name] = proxy.url
  t.match(await posterFor(t).post(requestTo(receiver.url)), { kind: 'answer', status: 200 })
  t.equal(proxy.connectionCount, 0)
})

t.test('parallel POSTs to one receiver use separate connections', async (t) => {
  const receiver = await receiverFor(t, { fallback: after(50, status(200)) })
  const poster = posterFor(t)
  const posts = Array.from({ length: 100 }, () => poster.post(requestTo(receiver.url)))
  const outcomes = await Promise.all(posts)
  t.ok(outcomes.every((outcome) => outcome.kind === 'answer' && outcome.status === 200))
  t.equal(receiver.connectionCount, 100)
  t.equal(poster.idleConnections, 100)
})

t.test("a slow receiver doesn't delay others", async (t) => {
  const slow = await receiverFor(t, { fallback: hang() })
  const fast = await receiverFor(t)
  const poster = posterFor(t)
  const hanging = Array.from({ length: 20 }, () => poster.post(requestTo(slow.url)))
  await slow.waitFor(20)
  for (let n = 0; n < 20; n += 1) {
    t.match(await poster.post(requestTo(fast.url)), { kind: 'answer', status: 200 })
  }
  t.equal(slow.openConnections, 20, 'all slow POSTs are still in flight')
  slow.dropConnections()
  for (const outcome of await Promise.all(hanging)) t.equal(outcome.kind, 'reset')
})
