import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import tls from 'node:tls'
import { selfSignedCertificate } from '@mediajobs/testing/dispatcher/certificate'
import {
  after,
  close,
  hang,
  interim,
  type Responder,
  raw,
  rawThenReset,
  reset,
  status,
} from '@mediajobs/testing/dispatcher/responders'
import t, { type Test } from 'tap'
import { createAddressGuard } from '../../src/http/connect.ts'
import { posterFor, receiverFor } from '../support/poster.ts'

const requestTo = (url: string) => ({ url, headers: {}, body: '{}' })
const localhost = await selfSignedCertificate(['localhost', '127.0.0.1'])
const elsewhere = await selfSignedCertificate(['elsewhere.example'])

t.test('a missing response is a timeout, and the connection is dropped [i6-wait]', async (t) => {
  const endlessInterim: Responder = (_response, socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20)
    socket.on('close', () => clearInterval(timer))
  }
  const endlessStatusLine: Responder = (_response, socket) => {
    socket.write('HTTP/1.1 200 ')
    const timer = setInterval(() => socket.write('O'), 20)
    socket.on('close', () => clearInterval(timer))
  }
  const answers = {
    'sends nothing': hang(),
    'responds too late': after(600, status(200)),
    'sends only a 100': interim([100], hang()),
    'sends 102 for ever': endlessInterim,
    'sends its status line byte by byte': endlessStatusLine,
  }
  for (const [name, answer] of Object.entries(answers)) {
    const receiver = await receiverFor(t, { fallback: answer })
    const startedAtMs = performance.now()
    const outcome = await posterFor(t, { timeoutMs: 300 }).post(requestTo(receiver.url))
    const tookMs = performance.now() - startedAtMs
    t.match(outcome, { kind: 'timeout', message: /the request was sent/ }, name)
    t.ok(tookMs >= 295, `${name}: ${tookMs} ms`)
    await receiver.waitForNoConnections()
    t.equal(receiver.requests.length, 1)
  }
})

t.test('the time limit includes DNS and the TLS handshake', async (t) => {
  const accepted = Promise.withResolvers<Socket>()
  const silent = createServer((socket) => accepted.resolve(socket.resume()))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => silent.close())
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined

  const poster = posterFor(t, { timeoutMs: 300 })
  const stuckInTls = poster.post(requestTo(`https://localhost:${port}/`))
  const isClosed = once(await accepted.promise, 'close')
  t.match(await stuckInTls, { kind: 'timeout', message: /still connecting/ })
  await isClosed

  const guard = createAddressGuard({ resolveAll: () => new Promise(() => {}) })
  const stuckInDns = await posterFor(t, { timeoutMs: 300, guard }).post(
    requestTo('https://slow-dns.example/'),
  )
  t.match(stuckInDns, { kind: 'timeout', message: /still connecting/ })
})

t.test('each kind of failure has a distinct name [i6-failure]', async (t) => {
  const fails = async (answer: Responder) => {
    const receiver = await receiverFor(t, { fallback: answer })
    return posterFor(t, { timeoutMs: 2_000 }).post(requestTo(receiver.url))
  }
  t.match(await fails(reset()), { kind: 'reset', message: /ECONNRESET/ })
  t.match(await fails(close()), { kind: 'reset' })
  t.match(await fails(rawThenReset('HTTP/1.1 20')), { kind: 'reset' })
  t.match(await fails(raw('SSH-2.0-OpenSSH_9.6\r\n')), { kind: 'protocol' })
  t.match(await fails(raw('HTTP/1.1 two hundred\r\n\r\n')), { kind: 'protocol' })
  t.match(await fails(raw(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(70_000)}`)), { kind: 'protocol' })
  const upgrade = 'HTTP/1.1 101 Switching\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'
  t.match(await fails(raw(upgrade)), { kind: 'protocol' })

  const gone = await receiverFor(t)
  await gone.close()
  t.match(await posterFor(t).post(requestTo(gone.url)), {
    kind: 'refused',
    message: /ECONNREFUSED/,
  })
  const unknown = requestTo('http://no-such-host.invalid/')
  t.match(await posterFor(t).post(unknown), { kind: 'dns' })
})

t.test('an untrusted certificate, or one for another name, is a TLS failure', async (t) => {
  const receiver = await receiverFor(t, { tls: localhost })
  t.match(await posterFor(t).post(requestTo(receiver.url)), {
    kind: 'tls',
    message: /DEPTH_ZERO_SELF_SIGNED_CERT/,
  })
  trust(t, localhost.cert, elsewhere.cert)
  const misnamed = await receiverFor(t, { tls: elsewhere })
  t.match(await posterFor(t).post(requestTo(misnamed.url)), {
    kind: 'tls',
    message: /ERR_TLS_CERT_ALTNAME_INVALID/,
  })
  t.equal(receiver.requests.length + misnamed.requests.length, 0)
})

t.test(
  'a webhook arrives over TLS with a trusted certificate, and the socket is reused',
  async (t) => {
    trust(t, localhost.cert)
    const receiver = await receiverFor(t, { tls: localhost })
    const poster = posterFor(t)
    receiver.script(interim([100], status(200)))
    const url = `https://localhost:${receiver.port}/hook`
    t.match(await poster.post(requestTo(url)), { kind: 'answer', status: 200 })
    t.match(await poster.post(requestTo(url)), { kind: 'answer', status: 200 })
    t.equal(receiver.connectionCount, 1)
  },
)

t.test('plain HTTP to a TLS port, and TLS to a plain port, return failures', async (t) => {
  const plain = await receiverFor(t)
  const outcome = await posterFor(t).post(requestTo(plain.url.replace('http:', 'https:')))
  t.equal(outcome.kind, 'tls')
  const secure = await receiverFor(t, { tls: localhost })
  const wrong = await posterFor(t).post(requestTo(secure.url.replace('https:', 'http:')))
  t.ok(['reset', 'protocol'].includes(wrong.kind), wrong.kind)
})

t.test('an impossible request returns a failure', async (t) => {
  const poster = posterFor(t)
  for (const url of ['', 'no url', 'http://', 'ftp://example.com/', 'data:,x', 'http://[::zz]/']) {
    t.match(await poster.post(requestTo(url)), { kind: 'invalid_request' }, url)
  }
  const receiver = await receiverFor(t)
  const headers = { 'x-broken': 'a\r\nb: c' }
  const split = await poster.post({ url: receiver.url, headers, body: '{}' })
  t.equal(split.kind, 'invalid_request')
  t.equal(receiver.requests.length, 0)
})

t.test("the outcome doesn't change once the status has arrived [c7-ten-seconds]", async (t) => {
  const receiver = await receiverFor(t)
  const poster = posterFor(t, { timeoutMs: 1_500 })
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\npart'
  const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\npart\r\nnonsense'
  for (const answer of [rawThenReset(head), raw(head), raw(chunked)]) {
    receiver.script(answer)
    const outcome = await poster.post(requestTo(receiver.url))
    t.match(outcome, { kind: 'answer', status: 200, responseBody: 'part' })
  }
  t.equal(receiver.requests.length, 3)
  t.equal(poster.idleConnections, 0)
})

function trust(t: Test, ...certificates: string[]): void {
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, ...certificates])
  t.teardown(() => tls.setDefaultCACertificates(before))
}
