import { once } from 'node:events'
import { Agent, get } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { MAX_CONNECTIONS, MAX_HEAD_MS } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { startApi, startMedia } from '@mediajobs/testing/service/process'
import t from 'tap'
import { open, say } from './support/raw-client.ts'

const HEAD_MS = 400
const REQUEST_MS = 1_000
// The server checks deadlines ten times per HEAD_MS.
const LATENESS_MS = 500

t.test("a client that doesn't finish its request gets a 408 and is disconnected", async (t) => {
  const requestLimits = { headBytes: 16_384, headMs: HEAD_MS, requestMs: REQUEST_MS }
  const api = await testApp(t, { requestLimits })
  const { key } = await api.createOrg()
  const post =
    'POST /projects/create HTTP/1.1\r\nhost: api\r\ncontent-type: application/json\r\n' +
    `x-api-key: ${key}\r\n`
  const cases: [string, string[], number][] = [
    ['never ends its headers', ['GET / HTTP/1.1\r\nhost: api\r\n'], HEAD_MS],
    ['never starts its body', [`${post}content-length: 40\r\n\r\n`], REQUEST_MS],
    ['announces more than it sends', [`${post}content-length: 40\r\n\r\n{"a`], REQUEST_MS],
    ['never ends its chunks', [`${post}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`], REQUEST_MS],
  ]
  await Promise.all(
    cases.map(async ([name, parts, limitMs]) => {
      const { responses, closedAfterMs } = await say(api.url, parts)
      t.match(responses, [{ status: 408, headers: { connection: 'close' } }], name)
      t.match(JSON.parse(responses[0]?.body ?? '{}'), {
        statusCode: 408,
        error: 'Request Timeout',
        code: 'request_timeout',
        message: 'The request took too long to arrive.',
        requestId: responses[0]?.headers['x-request-id'],
      })
      const ms = Math.round(closedAfterMs ?? 0)
      t.ok(ms >= limitMs - 50 && ms < limitMs + LATENESS_MS, `${name}: cut after ${ms} ms`)
    }),
  )
})

t.test(
  "a silent connection is closed without a response, unless it's between requests",
  async (t) => {
    const requestLimits = { headBytes: 16_384, headMs: HEAD_MS, requestMs: REQUEST_MS }
    const api = await testApp(t, { requestLimits })
    const silent = await say(api.url, [])
    t.strictSame(silent.responses, [])
    const cutMs = Math.round(silent.closedAfterMs ?? 0)
    t.ok(cutMs >= HEAD_MS - 50 && cutMs < HEAD_MS + LATENESS_MS, `cut after ${cutMs} ms`)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    t.teardown(() => agent.destroy())
    const ports = new Set<number | undefined>()
    for (const waitMs of [0, HEAD_MS + LATENESS_MS, REQUEST_MS + LATENESS_MS]) {
      await pause(waitMs)
      const request = get(`${api.url}/health/live`, { agent })
      const [response] = await once(request, 'response')
      t.equal(response.statusCode, 200)
      ports.add(request.socket?.localPort)
      await once(response.resume(), 'end')
    }
    t.equal(ports.size, 1, 'over one connection')
  },
)

t.test('a client that sends byte by byte is disconnected as soon as a silent one', async (t) => {
  const requestLimits = { headBytes: 16_384, headMs: HEAD_MS, requestMs: REQUEST_MS }
  const api = await testApp(t, { requestLimits })
  const head = await drip(api.url, 'GET / HTTP/1.1\r\nhost: api\r\nx-a: ')
  t.match(head.text, /^HTTP\/1\.1 408 /)
  t.ok(head.tookMs < HEAD_MS + LATENESS_MS, `headers: ${head.tookMs} ms`)
  const session = 'POST /auth/sessions HTTP/1.1\r\nhost: api\r\ncontent-type: application/json\r\n'
  const body = await drip(api.url, `${session}content-length: 10000\r\n\r\n`)
  t.match(body.text, /^HTTP\/1\.1 408 /)
  t.ok(body.tookMs < REQUEST_MS + LATENESS_MS, `body: ${body.tookMs} ms`)
})

t.test(
  'slow connections to media processes and METRICS_PORT are closed just as early',
  async (t) => {
    const { databaseUrl } = await testApp(t)
    const media = await startMedia(t, databaseUrl, { METRICS_PORT: '0' })
    const [, port] = await media.waitForOutput(/"port":(\d+),"msg":"media.metrics_listening"/)
    const limitMs = 2 * MAX_HEAD_MS
    const head = 'GET /metrics HTTP/1.1\r\nhost: m\r\n'
    const whole = [`http://127.0.0.1:${port}`, media.url].flatMap((url) =>
      ['', head, `${head}x-a: `].map(async (begin, n) => {
        const isDripping = n === 2
        const { closedAfterMs } = isDripping
          ? await drip(url, begin).then(({ tookMs }) => ({ closedAfterMs: tookMs }))
          : await say(url, begin === '' ? [] : [begin], { limitMs })
        const ms = Math.round(closedAfterMs ?? Number.POSITIVE_INFINITY)
        t.ok(ms < limitMs, `${['silent', 'partial', 'dripping'][n]}: cut after ${ms} ms`)
      }),
    )
    await Promise.all(whole)
  },
)

t.test("a thousand idle connections don't delay other clients", async (t) => {
  const { databaseUrl, createOrg } = await testApp(t)
  const { key } = await createOrg()
  const api = await startApi(t, databaseUrl, { RATE_LIMITS: '100000/1s' })
  const beginnings = [
    '',
    'GET / HTTP/1.1\r\nhost: api\r\n',
    'POST /auth/sessions HTTP/1.1\r\n',
    '\r\n',
  ]
  const ask = async () => {
    const startedAtMs = performance.now()
    const { status } = await fetch(`${api.url}/projects`, { headers: { 'x-api-key': key } })
    return { status, tookMs: performance.now() - startedAtMs }
  }
  const series = async () => {
    const calls = []
    for (let n = 0; n < 50; n += 1) calls.push(await ask())
    t.ok(calls.every(({ status }) => status === 200))
    const times = calls.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
    return times[Math.floor(times.length / 2)] ?? Number.NaN
  }
  // The best of three: other tests run beside this one.
  const bestSeries = async () => Math.min(await series(), await series(), await series())
  const quietMs = await bestSeries()
  const sockets: Socket[] = []
  // Any system's listen queue holds 100 connections.
  while (sockets.length < 1_000) {
    sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => open(api.url)))))
  }
  for (const [n, socket] of sockets.entries()) {
    socket.resume().write(beginnings[n % beginnings.length] ?? '')
  }
  const heldMs = await bestSeries()
  const stillOpen = sockets.filter((socket) => !socket.readableEnded).length
  for (const socket of sockets) socket.destroy()
  t.equal(stillOpen, 1_000)
  const both = `${heldMs.toFixed(1)} ms with them, ${quietMs.toFixed(1)} ms without`
  t.ok(heldMs < 3 * quietMs + 5, both)
  t.comment(both)
})

t.test(
  'a media process closes connections above its limit, and keeps the older ones',
  async (t) => {
    const { databaseUrl } = await testApp(t)
    const media = await startMedia(t, databaseUrl)
    const sockets: Socket[] = []
    const openMany = async (count: number) => {
      const opened = await Promise.all(Array.from({ length: count }, () => open(media.url)))
      for (const socket of opened) socket.resume().on('error', () => {})
      sockets.push(...opened)
    }
    t.teardown(() => {
      for (const socket of sockets) socket.destroy()
    })
    while (sockets.length < MAX_CONNECTIONS) await openMany(100)
    await openMany(1)
    await once(sockets[MAX_CONNECTIONS] as Socket, 'close')
    const closed = sockets.filter((socket) => socket.closed)
    t.equal(closed.length, 1)
  },
)

/** Writes `begin`, then a byte every 20 ms until the server closes the connection. */
async function drip(url: string, begin: string): Promise<{ text: string; tookMs: number }> {
  const socket = await open(url)
  const startedAtMs = performance.now()
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk
  })
  socket.write(begin)
  const timer = setInterval(() => socket.write('a'), 20)
  await new Promise<void>((resolve) => {
    socket.once('end', resolve).once('close', () => resolve())
  })
  clearInterval(timer)
  socket.destroy()
  return { text, tookMs: performance.now() - startedAtMs }
}
