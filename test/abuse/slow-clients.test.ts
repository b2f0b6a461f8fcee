import { once } from 'node:events'
import { Agent, get } from 'node:http'
import type { Socket } from 'node:net'
import { testApp } from '@mediajobs/testing/api/app'
import { startApi } from '@mediajobs/testing/service/process'
import t from 'tap'
import { open, say } from './support/raw-client.ts'

const HEAD_MS = 400
const REQUEST_MS = 1_000
// The clocks are looked at ten times in HEAD_MS.
const LATENESS_MS = 500

t.test('a client that does not come to the point gets a 408 and is cut', async (t) => {
  const requestLimits = { headBytes: 16_384, headMs: HEAD_MS, requestMs: REQUEST_MS }
  const api = await testApp(t, { requestLimits })
  const { key } = await api.createOrg()
  const post =
    'POST /projects/create HTTP/1.1\r\nhost: api\r\ncontent-type: application/json\r\n' +
    `x-api-key: ${key}\r\n`
  const cases: [string, string[], number][] = [
    ['never ends its headers', ['GET / HTTP/1.1\r\nhost: api\r\n'], HEAD_MS],
    ['never begins its body', [`${post}content-length: 40\r\n\r\n`], REQUEST_MS],
    ['says more than it sends', [`${post}content-length: 40\r\n\r\n{"a`], REQUEST_MS],
    ['never ends its chunks', [`${post}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`], REQUEST_MS],
  ]
  await Promise.all(
    cases.map(async ([name, parts, limitMs]) => {
      const { answers, closedAfterMs } = await say(api.url, parts)
      t.match(answers, [{ status: 408, headers: { connection: 'close' } }], name)
      t.match(JSON.parse(answers[0]?.body ?? '{}'), {
        statusCode: 408,
        error: 'Request Timeout',
        code: 'request_timeout',
        message: 'The request did not arrive completely in time.',
        requestId: answers[0]?.headers['x-request-id'],
      })
      const ms = Math.round(closedAfterMs ?? 0)
      t.ok(ms >= limitMs - 50 && ms < limitMs + LATENESS_MS, `${name}: cut after ${ms} ms`)
    }),
  )
})

t.test(
  'one that says nothing is cut without a word, one between two requests is not',
  async (t) => {
    const requestLimits = { headBytes: 16_384, headMs: HEAD_MS, requestMs: REQUEST_MS }
    const api = await testApp(t, { requestLimits })
    const silent = await say(api.url, [])
    t.strictSame(silent.answers, [])
    const cutMs = Math.round(silent.closedAfterMs ?? 0)
    t.ok(cutMs >= HEAD_MS - 50 && cutMs < HEAD_MS + LATENESS_MS, `cut after ${cutMs} ms`)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    t.teardown(() => agent.destroy())
    const ports = new Set<number | undefined>()
    for (const waitMs of [0, HEAD_MS + LATENESS_MS, REQUEST_MS + LATENESS_MS]) {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      const request = get(`${api.url}/health/live`, { agent })
      const [response] = await once(request, 'response')
      t.equal(response.statusCode, 200)
      ports.add(request.socket?.localPort)
      await once(response.resume(), 'end')
    }
    t.equal(ports.size, 1, 'over one connection')
  },
)

t.test('a client that drips is cut in the same time', async (t) => {
  const requestLimits = { headBytes: 16_384, headMs: HEAD_MS, requestMs: REQUEST_MS }
  const api = await testApp(t, { requestLimits })
  const drip = async (begin: string) => {
    const socket = await open(api.url)
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
  const head = await drip('GET / HTTP/1.1\r\nhost: api\r\nx-a: ')
  t.match(head.text, /^HTTP\/1\.1 408 /)
  t.ok(head.tookMs < HEAD_MS + LATENESS_MS, `headers: ${head.tookMs} ms`)
  const session = 'POST /auth/sessions HTTP/1.1\r\nhost: api\r\ncontent-type: application/json\r\n'
  const body = await drip(`${session}content-length: 10000\r\n\r\n`)
  t.match(body.text, /^HTTP\/1\.1 408 /)
  t.ok(body.tookMs < REQUEST_MS + LATENESS_MS, `body: ${body.tookMs} ms`)
})

t.test('a thousand idle connections delay nobody', async (t) => {
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
    const answers = []
    for (let n = 0; n < 50; n += 1) answers.push(await ask())
    t.ok(answers.every(({ status }) => status === 200))
    const times = answers.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
    return times[Math.floor(times.length / 2)] ?? Number.NaN
  }
  await series()
  const quietMs = await series()
  const sockets: Socket[] = []
  // As many at a time as the queue of a listener takes on any system.
  while (sockets.length < 1_000) {
    sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => open(api.url)))))
  }
  for (const [n, socket] of sockets.entries()) {
    socket.resume().write(beginnings[n % beginnings.length] ?? '')
  }
  const heldMs = await series()
  const stillOpen = sockets.filter((socket) => !socket.readableEnded).length
  for (const socket of sockets) socket.destroy()
  t.equal(stillOpen, 1_000)
  const both = `${heldMs.toFixed(1)} ms with them, ${quietMs.toFixed(1)} ms without`
  t.ok(heldMs < 3 * quietMs + 5, both)
  t.comment(both)
})
